"""The page for a session's scoring: the settings, the contestants, and the penalties."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.core.templatetags.bridge import fixed, imps, pct
from clubsite.director.scores.forms import ContestantForm, PenaltyForm, ScoringForm
from clubsite.nights.models import Contestant, Seating, Section, Session
from clubsite.nights.selectors.contestants import contestants_of, names_of
from clubsite.nights.selectors.movements import movement_of, plan_of, team_called, team_names
from clubsite.nights.selectors.sessions import sections_of
from clubsite.rankings.models import Penalty
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.services.settings import (
    ContestantFacts,
    contestants_set,
    penalty_add,
    penalty_withdraw,
    scoring_set,
)
from clubsite.rankings.services.swiss import draw_mark, rematches
from clubsite.rankings.services.teams import TEAM_SWISS, teams_of
from clubsite.season.selectors.standings import handicaps_for
from movements.swiss import team_of
from scoring.ranking import Place
from scoring.settings import ScoringSettings


class ScoringPage:
    """The forms of the page and the named penalties. The form whose button was pressed is bound to `data`."""

    def __init__(self, session: Session, data: Any = None) -> None:
        sent, sections = data or {}, sections_of(session)
        self.session, self.several = session, len(sections) > 1
        self.settings = settings = ScoringSettings.from_json(session.scoring)
        playing = [contestant for section in sections for contestant in contestants_of(section) if not contestant.robot]
        names = names_of([contestant.pk for contestant in playing])
        noting = data if "contestants" in sent else None
        self.form = ScoringForm(data if "scoring" in sent else None, settings=settings, several=self.several)
        self.contestants = [ContestantForm(noting, contestant=e, name=names[e.pk], settings=settings) for e in playing]
        people = [(contestant.pk, f"{contestant.label} {names[contestant.pk]}") for contestant in playing]
        self.penalty = PenaltyForm(data if "penalty" in sent else None, club=session.club, people=people)
        rows = Penalty.objects.filter(contestant__in=playing).select_related("contestant__section")
        self.penalties = [(row, names[row.contestant_id]) for row in rows]

    @property
    def asks_contestants(self) -> bool:
        return any(form.fields for form in self.contestants)


def scoring_kept(page: ScoringPage, user: User) -> bool:
    """Store the settings if the form is valid. Return True if they were stored."""
    form, session = page.form, page.session
    return form.is_valid() and _tried([form], lambda: scoring_set(session=session, values=form.values(), user=user))


def contestants_kept(page: ScoringPage, user: User) -> bool:
    """Store all strata, handicaps and carry-overs, or none of them. Return True if they were stored."""
    if [form for form in page.contestants if not form.is_valid()]:
        return False
    noted = {form.contestant.pk: form.facts() for form in page.contestants}
    return _tried(page.contestants, lambda: contestants_set(session=page.session, noted=noted, user=user))


def handicaps_drawn(page: ScoringPage, user: User) -> tuple[int, list[str]]:
    """Fill in handicaps by the session's scheme. Return how many, and the values replaced, such as "Bo 2.5"."""
    if page.settings.handicap is None:
        return 0, []
    contestants: list[Contestant] = [form.contestant for form in page.contestants]
    handicaps = handicaps_for(page.session, contestants, page.settings.handicap)
    noted = {e.pk: ContestantFacts(e.stratum, handicaps.get(e.pk, e.handicap), e.carry) for e in contestants}
    names = names_of([e.pk for e in contestants])
    before = [
        f"{names[e.pk]} {e.handicap.normalize():f}"
        for e in contestants
        if e.handicap and noted[e.pk].handicap != e.handicap
    ]
    contestants_set(session=page.session, noted=noted, user=user)
    return len(handicaps), before


def penalty_given(page: ScoringPage, user: User) -> bool:
    """Give the penalty if the form is valid. Return True if it was given."""
    form = page.penalty
    if not form.is_valid():
        return False
    facts = {**form.cleaned_data}
    contestant_id = int(facts.pop("contestant"))
    del facts["named"]
    return _tried([form], lambda: penalty_add(session=page.session, contestant_id=contestant_id, user=user, **facts))


def penalty_back(session: Session, penalty_id: int, user: User) -> str:
    try:
        penalty_withdraw(session=session, penalty_id=penalty_id, user=user)
    except Refused as no:
        return str(no)
    return "The penalty is withdrawn."


def _tried(forms: list[Any], act: Callable[[], Any]) -> bool:
    """Call `act`. If it is refused, show why next to the fields of the forms, and return False."""
    try:
        act()
    except Refused as no:
        for field, sentence in no.problems.items():
            names = ((form, field.removeprefix(f"{form.prefix}-") if form.prefix else field) for form in forms)
            form, name = next(((form, name) for form, name in names if name in form.fields), (forms[0], None))
            form.add_error(name, sentence)
        return False
    return True


def draw_of(section: Section) -> dict[str, Any] | None:
    """Return the next round's draw for its page, or None before it is drawn. With `teams`, each has two tables."""
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
        met = bool(south and north and frozenset((south["number"], north["number"])) in again)
        out = None if south and north else south or north
        couples.append({"table": row.table.label, "south": south, "north": north, "again": met, "out": out})
    return {
        "round": coming.number,
        "matches": _matches(section, couples) if teams else [{"couples": couples}],
        "teams": bool(teams),
        "seats": sorted(seats.values(), key=lambda seat: int(seat["number"])),
        "mark": draw_mark(plan, coming.number),
    }


def _seats(section: Section, contestants: list[Contestant], teams: int) -> dict[int, dict[str, Any]]:
    """Map contestant ids to their place, such as "3=", and percentage or IMPs. `teams` is their number, or 0."""
    names = names_of([contestant.pk for contestant in contestants])
    lists = [ranking for ranking in rankings_so_far(section.session) if ranking.whole]
    standing = {row.contestant: (row, ranking.imps) for ranking in lists for row in ranking.rows}
    seats = {}
    for contestant in contestants:
        row, by_imps = standing.get(contestant.pk, (None, False))
        seats[contestant.pk] = {
            "number": contestant.number,
            "label": section.label(contestant.number),
            "name": names[contestant.pk],
            "place": row.place_text if row else "",
            "figure": "" if row is None else f"{imps(row.won)} IMPs" if by_imps else f"{pct(row.percentage)} %",
            "team": team_of(contestant.number, teams) if teams else 0,
        }
    return seats


def _matches(section: Section, couples: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the couples grouped by the two teams that meet, in table order, with each team's standing in words."""
    table = teams_of(section)
    stand, names = {row["team"]: row for row in (table["rows"] if table else [])}, team_names(section)

    def words(team: int) -> str:
        row = stand.get(team)
        place = Place.read(row["place"]) if row else None
        if row is None or place is None:
            return team_called(team, names.get(team, ""))
        return f"{team_called(team, names.get(team, ''))}, {place.name} with {fixed(Fraction(row['vps']), 2)} VPs"

    by_teams: dict[frozenset[int], list[dict[str, Any]]] = {}
    for couple in couples:
        who = frozenset(seat["team"] for seat in (couple["south"], couple["north"]) if seat)
        by_teams.setdefault(who, []).append(couple)
    return [
        {"couples": rows} | dict(zip(("first", "second"), map(words, sorted(who)), strict=True))
        for who, rows in by_teams.items()
    ]
