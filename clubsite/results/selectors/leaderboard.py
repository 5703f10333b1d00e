"""The leaderboard of a running session, only while a director shows it, and places in an event over many clubs."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.cache import cache
from django.db.models import Max
from django.http import Http404

from clubsite.core.templatetags.bridge import fixed, imps, pct
from clubsite.nights.models import Section, Session, TableBoard, TableBoardState
from clubsite.nights.selectors.progress import rounds_all
from clubsite.nights.selectors.sessions import sections_of, session_by_id
from clubsite.rankings.models import BoardScore, SessionScoring
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.selectors.teams import team_name_of
from clubsite.rankings.services.teams import teams_of
from clubsite.rankings.shapes import RankingList
from clubsite.results.models import Leaderboard
from games.wording import group_name, group_title
from scoring.ranking import Place


def leaderboard_shown(public_id: str) -> bool:
    """True if everyone may see this session's ranking so far."""
    return Leaderboard.objects.filter(session__public_id=public_id).exists()


def leaderboard_for(public_id: str) -> Session:
    """Return the session whose leaderboard is shown. Raise Http404 for any other session."""
    session = session_by_id(public_id)
    if not leaderboard_shown(public_id):
        raise Http404("No leaderboard")
    return session


def progress_of(session: Session) -> dict[str, int]:
    """Return which `round` out of `rounds` is being played, and how many `scores` out of `lines` are in."""
    own = {"round__section__session": session}
    lines = TableBoard.objects.filter(**own).exclude(state=TableBoardState.VOID)
    return {
        "round": session.sections.aggregate(n=Max("round_number"))["n"] or 0,
        "rounds": max(rounds_all(section) for section in sections_of(session)),
        "scores": BoardScore.objects.filter(table_board__in=lines).count(),
        "lines": lines.count(),
    }


Json = dict[str, Any]
KEPT_SECONDS = 3600


def places_of(session: Session) -> Json:
    """Return `{"lists", "round", "rounds", "scores", "lines"}` for a session. The caller has checked that the places
    are on show.

    A list has `title, unit, who, teams, rows`, where `who` names its players in a sentence, and is empty if the
    list is for everyone. A row has `entries` (ids, two for a team), `label`, `team` (the team's name, or empty),
    `place` ("3=", empty for a robot), `figure` and `robot`.
    """
    key, state = f"places:{session.public_id}", _state(session)
    kept_state, places = cache.get(key, ("", {}))
    if kept_state != state:
        places = _made(session)
        cache.set(key, (state, places), KEPT_SECONDS)
    return dict(places)


def are_news(session: Session) -> bool:
    """True if the places may have changed since any process last called this function.

    When a table begins a board, its session changes but no place does. Without this check, every open page would
    make an unnecessary request.
    """
    key, state = f"places-told:{session.public_id}", f"{session.status} {_state(session)}"
    if cache.get(key) == state:
        return False
    cache.set(key, state, KEPT_SECONDS)
    return True


def _state(session: Session) -> str:
    """Return a string that changes whenever the scores, rounds or team names behind the places change.

    It is read before the places, so that anything ranked in between is noticed at the next request.
    """
    sections = Section.objects.filter(session=session).order_by("pk", "teams__number")
    runs = SessionScoring.objects.filter(session=session).values_list("runs", flat=True).first()
    facts = sections.values_list("name", "round_number", "teams__number", "teams__name")
    return f"{runs} {list(facts)}"


def _made(session: Session) -> Json:
    """Compute the lists: teams are ranked by victory points from their first match on, all others by their figure.

    A bye alone does not give a place.
    """
    sections = sections_of(session)
    teams = [(section, found) for section in sections if (found := teams_of(section)) and found["matches"]]
    lists = [_of_teams(section, found, several=len(sections) > 1) for section, found in teams]
    if len(teams) < len(sections):
        lists += [_of_players(found) for found in rankings_so_far(session) if found.whole]
    return {"lists": lists, **progress_of(session)}


def _of_players(found: RankingList) -> Json:
    rows = [
        {
            "entries": [row.contestant],
            "label": row.label,
            "team": "",
            "place": row.place_text,
            "figure": imps(row.won) if found.imps else pct(row.percentage),
            "robot": row.robot,
        }
        for row in found.rows
    ]
    everybody = found.direction == "ALL" and not found.four_handed
    who = "" if everybody else group_name(found.direction, found.four_handed)
    unit = "IMPs" if found.imps else "%"
    return {"title": found.title, "unit": unit, "who": who, "teams": False, "rows": rows}


def _of_teams(section: Section, teams: Json, *, several: bool) -> Json:
    rows = [
        {
            "entries": row["entries"],
            "label": str(row["team"]),
            "team": team_name_of(row),
            "place": row["place"],
            "figure": fixed(Fraction(row["vps"]), 2),
            "robot": False,
        }
        for row in teams["rows"]
    ]
    title = group_title("TEAMS", sections=(section.name,) if several else ())
    return {"title": title, "unit": "VPs", "who": group_name("TEAMS"), "teams": True, "rows": rows}


@dataclass(frozen=True, slots=True)
class WiderRow:
    """A contestant of the session in the wider ranking. `place` is "31=", or empty; `figure` is given without unit."""

    contestant: int
    place: str
    figure: str


@dataclass(frozen=True, slots=True)
class WiderList:
    """The session's contestants in a list of the wider ranking, best first. `of` is how many have a place in it.

    `who` names these in a sentence, such as "South players", and is empty if the list is for everyone. `leader` says
    who leads the list, such as "first with 71.30 % at Quay Street".
    """

    title: str
    who: str
    unit: str
    of: int
    leader: str
    rows: tuple[WiderRow, ...]

    def row_of(self, contestant: int | None) -> WiderRow | None:
        """Return the contestant's row, or None."""
        return next((row for row in self.rows if row.contestant == contestant), None)

    def with_unit(self, row: WiderRow) -> str:
        """Return the figure with its unit, such as "56.01 %", with a non-breaking space."""
        return row.figure if row.figure == "–" else f"{row.figure}\N{NO-BREAK SPACE}{self.unit}"


@dataclass(frozen=True, slots=True)
class WiderRanking:
    """A ranking over more than the session: its `title`, how far it is ("12 of 18 heats are in"), and its lists.

    `state` is empty if nobody here knows it.
    """

    title: str
    state: str
    lists: tuple[WiderList, ...]

    @property
    def headline(self) -> str:
        """The title and how far it is, as a sentence without a full stop."""
        return f"{self.title}: {self.state}" if self.state else self.title

    @property
    def rows(self) -> dict[int, tuple[str, str]]:
        """A dict from contestant to the place, such as "31=", and the figure with its unit."""
        return {row.contestant: (row.place, found.with_unit(row)) for found in self.lists for row in found.rows}

    @property
    def leaders(self) -> list[str]:
        """Return who leads each list, in words."""
        several = len(self.lists) > 1
        return [
            f"{found.title}: {found.leader}" if several else f"{found.leader[0].upper()}{found.leader[1:]}"
            for found in self.lists
            if found.leader
        ]

    def words_for(self, contestant: int | None) -> str:
        """Return a contestant's place as "Over all clubs: 31st of 412, 56.01 %", or "" if there is none yet."""
        for found in self.lists:
            row = found.row_of(contestant)
            place = Place.read(row.place) if row else None
            if row is not None and place is not None:
                among = f" of {found.of} {found.who}".rstrip() if found.of else ""
                return f"Over all clubs: {place.name}{among}, {found.with_unit(row)}"
        return ""


FindWider = Callable[[Session], WiderRanking | None]
_found_by: list[FindWider] = []


def wider_ranking_register(find: FindWider) -> FindWider:
    """Use `find` to look for a wider ranking of a session. It returns None for a session that has none."""
    _found_by.append(find)
    return find


def wider_ranking_of(session: Session) -> WiderRanking | None:
    """Return the wider ranking that a session belongs to, or None."""
    return next((found for find in _found_by if (found := find(session)) is not None), None)
