"""The data for a movement's page: its size, how fair it is, and its grid of every round."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.wording import counted, group_name
from movements.aims import Aim
from movements.balance import competition, quality
from movements.catalogue import FAMILIES, build, family
from movements.choose import Option, options
from movements.errors import MovementError
from movements.grid import GridCell, boards_by_set, grid_of, length_words, picture
from movements.howell import follows, howell
from movements.plan import Plan, with_sit_out

MOST_PLAYERS = 60
MINUTES_A_BOARD = 8
SIDES = group_name("NS"), group_name("EW")


@dataclass(frozen=True)
class MovementSheet:
    """One movement for a number of players, with `per_round` boards per round."""

    plan: Plan
    per_round: int

    @property
    def players(self) -> int:
        return len(self.plan.present)

    @property
    def title(self) -> str:
        return title_of(self.plan)

    @property
    def about(self) -> str:
        """A sentence that explains how this family of movements works."""
        return family(self.plan.name).told(*SIDES)

    @property
    def boards_needed(self) -> int:
        return self.plan.board_sets * self.per_round

    @property
    def boards_each(self) -> int:
        """The number of boards that a contestant plays if they never sit out."""
        return self.plan.rounds * self.per_round

    @property
    def minutes(self) -> int:
        return self.boards_each * MINUTES_A_BOARD

    @property
    def length(self) -> str:
        return length_words(self.minutes)

    @cached_property
    def quality(self) -> float:
        return float(quality(self.plan))

    @cached_property
    def competition(self) -> tuple[int, int]:
        """The lowest and the highest competition between two contestants."""
        values = competition(self.plan).values()
        return min(values, default=0), max(values, default=0)

    @property
    def competition_range(self) -> str:
        """The range of competition as text such as `−2 to 4`, with a true minus."""
        least, most = self.competition
        return f"{least} to {most}".replace("-", "−")

    @property
    def shares(self) -> int:
        """The number of rounds in which two tables need the same boards."""
        return len({share.round for share in self.plan.shares()})

    @cached_property
    def boards(self) -> dict[int, str]:
        return boards_by_set(self.plan, self.per_round, [])

    @property
    def grid(self) -> list[list[GridCell]]:
        return grid_of(self.plan, self.per_round, [], {})

    @property
    def animation(self) -> dict[str, Any]:
        return picture(self.plan, self.boards, {})

    @property
    def notes(self) -> dict[int, str]:
        """Notes for guide cards that say whom each contestant follows, if everybody follows somebody."""
        return follow_notes(self.plan)

    @property
    def address(self) -> str:
        """The address of this movement's page."""
        return self._address("catalogue:movement")

    @property
    def files(self) -> dict[str, str]:
        """The addresses of the files to print or download: `guides`, `at_tables` and `json`."""
        return {name: self._address(f"catalogue:{name.replace('_', '-')}") for name in ("guides", "at_tables", "json")}

    def _address(self, page: str) -> str:
        path = reverse(page, args=(self.plan.name, tables_of(self.plan), self.plan.rounds))
        query = {"players": self.players, "boards": self.per_round}
        query |= {"switch": self.switch} if self.switch else {}
        query |= {"following": 1} if self.following else {}
        return f"{path}?{urlencode(query)}"

    @cached_property
    def switch(self) -> int:
        """The number of final rounds that are arrow-switched."""
        kind = family(self.plan.name)
        if not kind.switchable or self.plan.winners == 2:
            return 0
        plain = kind.make(self.plan.tables, self.plan.rounds)
        turned = {new.round for new, old in zip(self.plan.schedule, plain.schedule, strict=True) if new.ns != old.ns}
        return len(turned)

    @cached_property
    def following(self) -> bool:
        """True if this is a Howell in which everybody follows another contestant."""
        return self.plan.name == "howell" and self.plan != self._howell(cyclic=False)

    @cached_property
    def other(self) -> "MovementSheet | None":
        """The other form of a Howell, free or following, or None if there is none or the two forms are the same."""
        if self.plan.name != "howell":
            return None
        plan = self._howell(cyclic=not self.following)
        return None if plan is None or plan == self.plan else MovementSheet(plan, self.per_round)

    def _howell(self, *, cyclic: bool) -> Plan | None:
        try:
            return howell_for(self.plan.tables, self.plan.rounds, self.players, cyclic=cyclic)
        except MovementError:
            return None


def follow_notes(plan: Plan) -> dict[int, str]:
    """Map each contestant who follows somebody to a note: "After each round sit where number 4 sat", for example."""
    return {
        number: f"After each round sit where number {ahead} sat." if ahead != number else "You keep your seat."
        for number, ahead in (follows(plan) or {}).items()
        if number not in plan.absent
    }


def title_of(plan: Plan) -> str:
    """Return a title such as "Howell, 6 tables, 11 rounds"."""
    name = family(plan.name).title
    return f"{name}, {counted(tables_of(plan), 'table')}, {counted(plan.rounds, 'round')}"


def tables_of(plan: Plan) -> int:
    """Return the number of tables as `movements.catalogue.build` counts them: without the stand of a rover or bump."""
    stand = plan.absent and not family(plan.name).odd
    return plan.tables - 1 if stand else plan.tables


def howell_for(tables: int, rounds: int, players: int | None, *, cyclic: bool) -> Plan:
    """Return a Howell for an even or odd field. Raise MovementError if none exists with this size and length."""
    plan = howell(tables, rounds, cyclic=cyclic)
    return with_sit_out(plan, plan.contestants) if players == plan.contestants - 1 else plan


def sheet_of(
    name: str, tables: int, rounds: int, players: int | None, per_round: int, switch: int, following: bool
) -> MovementSheet:
    """Return a movement's sheet. Raise MovementError with a sentence for people if the movement does not exist."""
    if tables * 2 > MOST_PLAYERS + 2:
        raise MovementError(f"Movements here have at most {MOST_PLAYERS // 2} tables.")
    if name == "howell" and following:
        return MovementSheet(howell_for(tables, rounds, players, cyclic=True), per_round)
    return MovementSheet(build(name, tables, rounds, players, arrow_switch=switch), per_round)


def field_sheets(players: int, per_round: int, minutes: int | None, aim: Aim) -> list[tuple[MovementSheet, Option]]:
    """Return every movement for a field, the best for `aim` first. Raise MovementError if there is none."""
    choices = options(players, per_round, minutes=minutes, aim=aim)
    return [(MovementSheet(option.plan, per_round), option) for option in choices]


def sentence(text: str) -> str:
    """Return a line from the catalogue with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def kinds() -> list[tuple[str, str, str]]:
    """Return (title, how it works, sizes) for every family."""
    return [(kind.title, kind.told(*SIDES), sentence(kind.sizes)) for kind in FAMILIES.values()]
