"""What is published now: the newest version of a session's results, unless it was withdrawn."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Max, OuterRef, Subquery
from django.http import Http404

from clubsite.clubs.models import Club
from clubsite.duplicate.models import Board, Kind, Session, SessionStatus
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.rankings.models import Publication
from clubsite.scores.selectors.owed import owed_elsewhere
from scoring.ruling_text import ruling_words

Json = dict[str, Any]
SIDE_OF = {"ns": "South", "ew": "North"}


class Published:
    """A session's published results: figures from the payload, names and cards looked up when read."""

    def __init__(self, publication: Publication) -> None:
        self.publication = publication
        self.session = publication.session
        self.club = publication.session.club
        self.sections: list[Json] = publication.payload["sections"]

    @cached_property
    def numbers(self) -> dict[int, int]:
        """contestant id -> its number on the night."""
        return {
            row["entry"]: row["number"] for s in self.sections for r in s["rankings"] for row in r["rows"]
        }

    @cached_property
    def labels(self) -> dict[int, str]:
        """contestant id -> what its number is shown as and addressed by: "7", or "B7" of several sections."""
        return {
            row["entry"]: row.get("label", str(row["number"]))
            for s in self.sections
            for r in s["rankings"]
            for row in r["rows"]
        }

    @cached_property
    def names(self) -> dict[int, str]:
        """contestant id -> name(s), as they may be shown today."""
        return names_of(list(self.numbers))

    @cached_property
    def embargoed(self) -> set[int]:
        """The ids of published boards whose deal another session has still to play: nobody reads them meanwhile."""
        return owed_elsewhere({board["id"] for section in self.sections for board in section["boards"]})

    @property
    def boards(self) -> list[Json]:
        """Every board that may be read once, by number, with its lines of all sections.

        `key` addresses it: its number, with the letter of a section that has its own boards.
        """
        return [board for board in self._every_board if board["id"] not in self.embargoed]

    @property
    def embargoed_keys(self) -> list[str]:
        """How those are called that may not be read now."""
        return [board["key"] for board in self._every_board if board["id"] in self.embargoed]

    def boards_of(self, section: Json) -> list[Json]:
        """A section's boards that may be read, as they are in the payload."""
        return [board for board in section["boards"] if board["id"] not in self.embargoed]

    @cached_property
    def _every_board(self) -> list[Json]:
        found: dict[int, Json] = {}
        for section in self.sections:
            own = section["name"] if section.get("own_boards") else ""
            pairs = section.get("kind") == Kind.FOUR_HANDED
            for board in section["boards"]:
                blank = {**board, "key": f"{own}{board['number']}", "own": own, "top": 0, "lines": []}
                merged = found.setdefault(board["id"], blank)
                merged["lines"] += [{**line, "pairs": pairs} for line in board["lines"]]
                merged["top"] = max(merged["top"], board["top"])
        return sorted(found.values(), key=lambda b: (b["own"], b["number"]))

    @cached_property
    def cards(self) -> dict[int, Board]:
        """board id -> the Board with its deal."""
        return Board.objects.in_bulk([b["id"] for b in self.boards])

    @property
    def board_numbers(self) -> list[int]:
        """Of all that were played, also of those that may not be read now."""
        return sorted({board["number"] for board in self._every_board})

    @property
    def board_keys(self) -> list[str]:
        return [board["key"] for board in self.boards]

    @property
    def imps(self) -> bool:
        """Whether it was scored by IMPs."""
        return bool(self.publication.payload.get("method", "match_points") != "match_points")

    @property
    def halves(self) -> bool:
        """Whether match points are shown as 1 for a score beaten and a half for a tie."""
        return bool(self.publication.payload.get("points") == "one_half")

    @property
    def two_winners(self) -> bool:
        return all(section["winners"] == 2 for section in self.sections)

    def contestant(self, label: str | int | None) -> int | None:
        """The contestant of this label."""
        return next((pk for pk, shown in self.labels.items() if shown == str(label)), None)

    def lines_of(self, contestant: int) -> Iterator[tuple[Json, Json, str]]:
        """(board, line, "ns" or "ew") of every board that a contestant played, by number."""
        for board in self.boards:
            for line in board["lines"]:
                if contestant in (line["ns"], line["ew"]):
                    yield board, line, "ns" if line["ns"] == contestant else "ew"


def newest() -> Any:
    """Publications that count: the newest version of each ended session, unless it is a withdrawal."""
    top = (
        Publication.objects.filter(session=OuterRef("session"))
        .order_by()
        .values("session")
        .annotate(top=Max("version"))
        .values("top")
    )
    return Publication.objects.filter(
        version=Subquery(top), withdrawn=False, session__status=SessionStatus.ENDED
    ).select_related("session__club")


def published_or_404(public_id: str) -> Published:
    """The published results of a session. Raises Http404 for drafts, running, withdrawn and unknown ones."""
    # Of a NUL in an address PostgreSQL would make an error instead of a 404.
    publication = newest().filter(session__public_id=public_id).first() if public_id.isalnum() else None
    if publication is None:
        raise Http404("No such results")
    return Published(publication)


def published_sessions(club: Club, limit: int | None = None) -> list[Published]:
    """A club's published sessions, newest first."""
    rows = newest().filter(session__club=club).order_by("-session__date", "-session__pk")
    return [Published(row) for row in rows[:limit]]


def published_since(club: Club, day: datetime.date, until: datetime.date | None = None) -> list[Published]:
    """Published nights from one day to another, both included, oldest first."""
    rows = newest().filter(session__club=club, session__date__gte=day)
    rows = rows if until is None else rows.filter(session__date__lte=until)
    return [Published(row) for row in rows.order_by("session__date", "session__pk")]


def published_ids(club: Club) -> list[Session]:
    """The same without their figures."""
    rows = newest().filter(session__club=club).order_by("-session__date", "-session__pk").defer("payload")
    return [row.session for row in rows]


def fraction(text: str | None) -> Fraction | None:
    """A payload's "num/den"."""
    return None if text is None else Fraction(text)


@dataclass(slots=True)
class Score:
    """One line of a board as pages show it."""

    table_board: int
    table: int | str
    round: int
    board: int
    board_key: str
    ns: int
    ew: int
    status: str
    contract: str
    declarer: str
    lead: str
    tricks: int | None
    ns_score: int | None
    artificial: str
    corrected: bool
    top: int
    pairs: bool
    """Whether it was played four-handed."""
    ns_mp: Fraction | None
    ew_mp: Fraction | None
    south: str = ""
    north: str = ""
    you: str = ""
    """Which side "you" are on this line: "ns", "ew" or nothing."""
    replay: bool = False
    to_par: int | None = None
    """South's points above par; only where the solution may be seen."""

    @property
    def result(self) -> str:
        """Against the contract: "=", "+1", "−2"."""
        if self.tricks is None or not self.contract:
            return ""
        over = self.tricks - int(self.contract[0]) - 6
        return "=" if over == 0 else f"+{over}" if over > 0 else f"−{-over}"

    @property
    def words(self) -> str:
        """What stands in the contract's place when nothing was played."""
        texts = {
            "passed_out": "Passed out",
            "not_played": "Not played",
            "late": "To be played",
            "sit_out": "Sit-out",
            "fouled": "Fouled",
            "assigned": "Assigned",
        }
        if self.artificial:
            what = "Artificial" if self.status == "artificial" else "Ruled"
            return f"{what}: {ruling_words(self.artificial, ('N/S', 'E/W') if self.pairs else ('South', 'North'))}"
        return texts.get(self.status, "")

    def mp_of(self, side: str) -> Fraction | None:
        return self.ns_mp if side == "ns" else self.ew_mp


def score_of(line: Json, board: Json, names: dict[int, str], me: int | None) -> Score:
    """A payload's line with names."""
    return Score(
        table_board=line["table_board"],
        table=line["table"],
        round=line["round"],
        board=board["number"],
        board_key=board["key"],
        ns=line["ns"],
        ew=line["ew"],
        status=line["status"],
        contract=line["contract"],
        declarer=line["declarer"],
        lead=line["lead"],
        tricks=line["tricks"],
        ns_score=line["ns_score"],
        artificial=line["artificial"],
        corrected=line["corrected"],
        top=line["top"],
        pairs=line["pairs"],
        ns_mp=fraction(line["ns_mp"]),
        ew_mp=fraction(line["ew_mp"]),
        south=names.get(line["ns"], ""),
        north=names.get(line["ew"], ""),
        you="ns" if me == line["ns"] else "ew" if me == line["ew"] else "",
    )


def publication_of(session_id: int) -> Publication | None:
    """The newest version, published or withdrawn, without what is in it; None before the first."""
    return Publication.objects.filter(session_id=session_id).defer("payload").order_by("version").last()
