"""The boards that a table with cards still has to make up, and whether this director may print them."""

from dataclasses import dataclass, field

from clubsite.accounts.models import User
from clubsite.director.setup.dummy_slips import why_not
from clubsite.nights.models import Session, Table
from clubsite.nights.selectors.boards import numbers_told
from clubsite.nights.selectors.cardboard import BoardToCome, boards_to_come


@dataclass(slots=True)
class ToMakeUp:
    """The boards that a table still has to play. Boards in `missing` have not been made up as cards yet, and are
    listed in the order in which they are needed.
    """

    missing: list[BoardToCome]
    there: list[BoardToCome]
    why_not: str = ""
    """Why this director cannot print them."""
    rounds: list[tuple[int, str]] = field(default_factory=list)
    """(round, "5 to 6") of the missing boards."""

    @property
    def numbers(self) -> str:
        return numbers_told([one.board.number for one in self.missing])

    @property
    def rounds_words(self) -> str:
        """The text " (round 4)", or " (round 4: 5 to 6; round 5: 9)" if the missing boards belong to several rounds."""
        if len(self.rounds) == 1:
            return f" (round {self.rounds[0][0]})"
        return f" ({'; '.join(f'round {number}: {boards}' for number, boards in self.rounds)})" if self.rounds else ""

    @property
    def places(self) -> list[str]:
        """Phrases such as "boards 3 to 4, at table 2 now", about the boards that have already been made up as cards."""
        wheres: dict[str, list[int]] = {}
        for one in self.there:
            wheres.setdefault(one.where, []).append(one.board.number)
        return [
            f"board{'s' if len(set(numbers)) > 1 else ''} {numbers_told(numbers)}, {where}"
            for where, numbers in wheres.items()
        ]

    @property
    def hands_known(self) -> bool:
        """True if the site knows every hand of the missing boards, so that curtain cards can be printed."""
        return all(one.board.known for one in self.missing)


def to_make_up(session: Session, table: Table, user: User) -> ToMakeUp | None:
    """Return the boards to make up, or None if no boards are left to play or the order of the dummies is unknown."""
    coming = boards_to_come(table)
    if not coming or table.section.pairs:
        return None
    missing = [one for one in coming if not one.made_up and one.board.ordered]
    found = ToMakeUp(missing, [one for one in coming if one.made_up])
    found.rounds = [
        (number, numbers_told([one.board.number for one in missing if one.round == number]))
        for number in sorted({one.round for one in missing})
    ]
    found.why_not = why_not(user, session) if missing else ""
    return found
