"""The ranking so far, while a director shows it: on the wall, and at a table with the player's own place first."""

from dataclasses import dataclass
from typing import Any

from clubsite.duplicate.models import Entry, Movement, Session, Table
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.play.claims import place_of
from clubsite.play.models import SeatClaim
from clubsite.results.models import Leaderboard
from clubsite.results.selectors import leaderboard_page, leaderboard_shown
from clubsite.results.selectors.leaderboards import LeaderboardPage
from clubsite.results.selectors.ranking import RankList
from clubsite.results.selectors.teams import TeamTable
from clubsite.results.services.teams import teams_so_far
from clubsite.results.templatetags.bridge import imps, pct, vps
from movements.swiss import team_of

WHO = {"NS": "South players", "EW": "North players", "ALL": ""}
WHO_PAIRS = {"NS": "N/S pairs", "EW": "E/W pairs", "ALL": "pairs"}
NO_PLACE = "Your place appears when a board of yours has been played at two tables"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list: `place` ("3", "3=", empty for a robot), `figure` without the list's unit."""

    place: str
    name: str
    figure: str
    you: bool = False
    robot: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """A list of places, of players or teams. `who` they are in a sentence; empty: everybody."""

    title: str
    rows: list[Row]
    unit: str
    who: str = ""
    teams: bool = False

    @property
    def mine(self) -> Row | None:
        return next((row for row in self.rows if row.you), None)

    @property
    def of(self) -> int:
        """How many have a place, or will."""
        return sum(not row.robot for row in self.rows)

    def with_unit(self, row: Row) -> str:
        """ "56.25 %", with a space that does not break."""
        return row.figure if row.figure == "–" else f"{row.figure}\N{NO-BREAK SPACE}{self.unit}"


@dataclass(slots=True)
class SoFar:
    """`place` ("3rd", "3rd equal"; empty while there is none) `of` 14 `who` ("South players"; empty: everybody).

    `figure`: "56.25 %", or IMPs, or VPs where `teams` are ranked. `scores` of `lines` are in.
    `lists`: his own first, each `title` and rows of `place`, `name`, `figure`, `you`.
    """

    place: str
    of: int
    who: str
    figure: str
    teams: bool
    scores: int
    lines: int
    ended: bool
    lists: list[dict[str, Any]]

    @property
    def words(self) -> str:
        """ "You are 3rd of 14 with 56.25 %", as a sentence without its stop."""
        if not self.place:
            return NO_PLACE
        among = f"{self.of} {self.who}".strip()
        return f"{'Your team is' if self.teams else 'You are'} {self.place} of {among} with {self.figure}"

    def as_json(self) -> dict[str, Any]:
        """What the table's page is answered."""
        names = ("place", "of", "who", "figure", "scores", "lines", "ended", "lists")
        return {"words": self.words, **{name: getattr(self, name) for name in names}}


def so_far_of(claim: SeatClaim) -> SoFar | None:
    """How the holder of this claim stands; None while no leaderboard is shown in his night."""
    session_id = session_of_claim(claim)
    if not leaderboard_shown(session_id):
        return None
    page, lists = wall_of(session_id, _entry_of(claim))
    own = next((found for found in lists if found.mine), None)
    row = own.mine if own else None
    placed = own is not None and row is not None and bool(row.place)
    return SoFar(
        place=ordinal(row.place) if row and placed else "",
        of=own.of if own else 0,
        who=own.who if own else "",
        figure=own.with_unit(row) if own and row else "",
        teams=bool(own and own.teams),
        scores=page.scores,
        lines=page.lines,
        ended=page.ended,
        lists=[_listed(found) for found in sorted(lists, key=lambda found: found is not own)],
    )


def wall_of(session_id: str, me: int | None = None) -> tuple[LeaderboardPage, list[Places]]:
    """The leaderboard of a night, and its lists as they are shown: teams by victory points, others by their figure.

    `me`: the contestant who looks, an Entry's id. Raises Http404 while no director shows it.
    """
    page = leaderboard_page(session_id)
    teams = teams_so_far(page.session)
    lists = [_of_teams(table, page.session, me) for table in teams]
    if len(teams) < len(sections_of(page.session)):
        lists += [_of_players(found, me) for found in page.lists]
    return page, lists


def _of_players(found: RankList, me: int | None) -> Places:
    pairs = found.title.endswith("pairs")
    rows = [
        Row(
            row.place,
            row.name,
            imps(row.won) if found.imps else pct(row.percentage),
            row.entry == me,
            row.robot,
        )
        for row in found.rows
    ]
    who = (WHO_PAIRS if pairs else WHO)[found.line]
    return Places(found.title, rows, "IMPs" if found.imps else "%", who)


def _of_teams(table: TeamTable, session: Session, me: int | None) -> Places:
    mine = _team_of(me, session, table.section)
    rows = [Row(row.place, row.name, vps(row.vps), row.team == mine) for row in table.rows]
    several = len(sections_of(session)) > 1
    title = f"Section {table.section}, teams" if several else "Teams"
    return Places(title, rows, "VPs", "teams", teams=True)


def _team_of(me: int | None, session: Session, section: str) -> int | None:
    """Of T teams the numbers 1 and T + 1 are team 1."""
    entry = Entry.objects.filter(pk=me or 0, section__session=session, section__name=section).first()
    movement = Movement.objects.filter(section=entry.section_id).first() if entry else None
    return team_of(entry.number, movement.plan["tables"]) if entry and movement else None


def is_news(sender: Any, session_id: str) -> bool:
    """Whether a change of a session is one of places that are shown, or of whether they are."""
    return sender is Leaderboard or leaderboard_shown(session_id)


def session_of_claim(claim: SeatClaim) -> str:
    """The public id of the night that a claim belongs to; empty if that night is gone."""
    if claim.kind == "side":
        tables = Table.objects.filter(pk=int(claim.subject.split(":")[0]))
        return tables.values_list("section__session__public_id", flat=True).first() or ""
    entries = Entry.objects.filter(pk=int(claim.subject))
    return entries.values_list("section__session__public_id", flat=True).first() or ""


def seats_group(session_id: str) -> str:
    """The group of every seat of a night."""
    return f"places.{session_id}"


def ordinal(place: str) -> str:
    """ "3rd" of "3", "3rd equal" of "3="."""
    number = int(place.rstrip("="))
    teen = 10 <= number % 100 <= 20
    end = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{end}{' equal' if place.endswith('=') else ''}"


def _entry_of(claim: SeatClaim) -> int | None:
    if claim.kind == "entry":
        return int(claim.subject)
    place = place_of(claim)
    return int(place.who.removeprefix("entry:")) if place and place.who else None


def _listed(found: Places) -> dict[str, Any]:
    rows = [
        {"place": row.place or "–", "name": row.name, "figure": found.with_unit(row), "you": row.you}
        for row in found.rows
    ]
    return {"title": found.title, "rows": rows}
