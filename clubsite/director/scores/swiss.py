"""The draw for the next round, as the director sees it before the round begins."""

from dataclasses import dataclass
from fractions import Fraction

from clubsite.core.templatetags.bridge import fixed, imps, pct
from clubsite.nights.models import Contestant, Seating, Section
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.movements import movement_of, plan_of
from clubsite.nights.selectors.teams import team_called, team_names
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.services.swiss import draw_mark, rematches
from clubsite.rankings.services.teams import TEAM_SWISS, teams_of
from movements.swiss import team_of
from scoring.ranking import Place
from scoring.session_scores import RankingRow


@dataclass(slots=True)
class DrawnContestant:
    """A contestant in the draw, with its current place, such as "3=", and its percentage, or its IMPs with the unit."""

    number: int
    label: str
    name: str
    place: str
    figure: str
    team: int = 0


@dataclass(slots=True)
class Couple:
    table: str
    south: DrawnContestant | None
    north: DrawnContestant | None
    again: bool

    @property
    def out(self) -> DrawnContestant | None:
        """The contestant at this table who sits out, or None."""
        return None if self.south and self.north else self.south or self.north


@dataclass(slots=True)
class DrawnMatch:
    """The couples in a match between two teams, with the teams' standings ("Kiwis, 2nd with 31.40 VPs"). Without
    teams, it holds all couples.
    """

    couples: list[Couple]
    first: str = ""
    second: str = ""


@dataclass(slots=True)
class DrawnRound:
    section: Section
    round: int
    matches: list[DrawnMatch]
    mark: str

    @property
    def teams(self) -> bool:
        """True if teams meet, at two tables each."""
        return any(match.first for match in self.matches)

    @property
    def seats(self) -> list[DrawnContestant]:
        couples = [couple for match in self.matches for couple in match.couples]
        found = [seat for c in couples for seat in (c.south, c.north) if seat]
        return sorted(found, key=lambda seat: seat.number)


def draw_of(section: Section) -> DrawnRound | None:
    """Return the draw for the next round, or None if that round has not been drawn."""
    movement, plan = movement_of(section), plan_of(section)
    coming = section.rounds.filter(number=section.round_number + 1).first()
    if movement is None or plan is None or not movement.drawn or coming is None:
        return None
    rows = Seating.objects.filter(round=coming).select_related("table__section", "ns", "ew")
    seatings = list(rows.order_by("table__number"))
    teams = plan.tables if plan.name == TEAM_SWISS else 0
    seats = _seats(section, [contestant for row in seatings for contestant in (row.ns, row.ew) if contestant], teams)
    again = rematches(plan, coming.number)
    couples = []
    for row in seatings:
        south, north = (seats[contestant.pk] if contestant else None for contestant in (row.ns, row.ew))
        met = south is not None and north is not None and frozenset((south.number, north.number)) in again
        couples.append(Couple(row.table.label, south, north, met))
    matches = _matches(section, couples) if teams else [DrawnMatch(couples)]
    return DrawnRound(section, coming.number, matches, draw_mark(plan, coming.number))


def _seats(section: Section, contestants: list[Contestant], teams: int) -> dict[int, DrawnContestant]:
    """Map each contestant id to the contestant's current standing. `teams` is the number of teams, or 0 if none."""
    names = names_of([contestant.pk for contestant in contestants])
    lists = [found for found in rankings_so_far(section.session) if found.whole]
    standing = {row.contestant: (row, found.imps) for found in lists for row in found.rows}
    seats = {}
    for contestant in contestants:
        place, figure = _standing(*standing[contestant.pk]) if contestant.pk in standing else ("", "")
        team = team_of(contestant.number, teams) if teams else 0
        label = section.label(contestant.number)
        seats[contestant.pk] = DrawnContestant(contestant.number, label, names[contestant.pk], place, figure, team)
    return seats


def _standing(row: RankingRow, by_imps: bool) -> tuple[str, str]:
    return row.place_text, f"{imps(row.won)} IMPs" if by_imps else f"{pct(row.percentage)} %"


def _matches(section: Section, couples: list[Couple]) -> list[DrawnMatch]:
    """Return the couples grouped by the two teams that meet, in table order."""
    table = teams_of(section)
    stand, names = {row["team"]: row for row in (table["rows"] if table else [])}, team_names(section)

    def words(team: int) -> str:
        row = stand.get(team)
        place = Place.read(row["place"]) if row else None
        if row is None or place is None:
            return team_called(team, names.get(team, ""))
        return f"{team_called(team, names.get(team, ''))}, {place.name} with {fixed(Fraction(row['vps']), 2)} VPs"

    found: dict[frozenset[int], list[Couple]] = {}
    for couple in couples:
        who = frozenset(seat.team for seat in (couple.south, couple.north) if seat)
        found.setdefault(who, []).append(couple)
    return [DrawnMatch(rows, *(words(team) for team in sorted(who))) for who, rows in found.items()]
