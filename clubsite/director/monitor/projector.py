"""A projector's picture: the clock, the round, the seats, and the ranking if the director wants it."""

import datetime
from dataclasses import dataclass, field

from django.utils import timezone

from clubsite.catalogue.grid import boards_text
from clubsite.nights.models import Round, Seating, Section, Session
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.contestants import section_names
from clubsite.nights.selectors.progress import current_round, rounds_all
from clubsite.nights.selectors.sessions import sections_of
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.shapes import RankingList
from clubsite.results.selectors.leaderboard import WiderRanking
from scoring.session_scores import RankingRow

# After a round has begun people still look for its seats; later for those of the next round.
TIME_TO_SIT_DOWN = datetime.timedelta(minutes=4)


@dataclass(frozen=True, slots=True)
class ProjectorTable:
    """A table in a round. `south` or `north` is "" if nobody sits there; `boards` is "" for a sit-out.

    `how` is "cards" or "screens" if the section's tables are not all played in the same way, else "".
    """

    label: str
    south: str
    north: str
    boards: str
    how: str = ""


@dataclass(slots=True)
class SectionOnScreen:
    """A section's clock, and the seats of round `seats_of`, which is 0 if the page shows no seats."""

    section: Section
    rounds: int
    ends_at: datetime.datetime | None = None
    last_done: bool = False
    seats_of: int = 0
    places: list[ProjectorTable] = field(default_factory=list)

    @property
    def now(self) -> bool:
        """True if the seats shown are the seats for the current round."""
        return self.seats_of == self.section.round_number


def sections_on_screen(session: Session) -> list[SectionOnScreen]:
    """Return every section with its clock and the seats that people need to find at this moment."""
    found = []
    for section in sections_of(session):
        section.session = session
        shown = SectionOnScreen(section, rounds_all(section))
        current = current_round(section)
        if current is not None:
            shown.ends_at = current.ends_at
            shown.last_done = current.number == shown.rounds and current.ended_at is not None
            _seats(shown, current)
        found.append(shown)
    return found


def rankings_on_screen(
    session: Session, wider: WiderRanking | None
) -> list[tuple[RankingList, list[tuple[RankingRow, str]]]]:
    """Return the session's lists so far. Each row comes with its place and figure in the wider ranking, or ""."""
    over = {
        contestant: ", ".join(filter(None, (place, figure)))
        for contestant, (place, figure) in (wider.rows if wider else {}).items()
    }
    return [(found, [(row, over.get(row.contestant, "")) for row in found.rows]) for found in rankings_so_far(session)]


def _seats(shown: SectionOnScreen, current: Round) -> None:
    section = shown.section
    fresh = current.started_at is not None and timezone.now() - current.started_at < TIME_TO_SIT_DOWN
    wanted = current.number if fresh else current.number + 1
    rows = Seating.objects.filter(round__section=section, round__number=wanted)
    seatings = list(rows.select_related("table__section").order_by("table__number"))
    if not seatings:
        return
    names, numbers = section_names(section), [board.number for board in boards_of(section)]
    shown.seats_of = wanted
    shown.places = [
        ProjectorTable(
            section.label(one.table.number),
            names.get(one.ns_id or 0, ""),
            names.get(one.ew_id or 0, ""),
            boards_text(one.board_group, section.boards_per_round, numbers) if one.board_group else "",
            ("screens" if one.table.live else "cards") if section.mixed and one.board_group else "",
        )
        for one in seatings
    ]
