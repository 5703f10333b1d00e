"""The ranking so far, while a director shows it: for the whole room, and for a seat with its own place first."""

from fractions import Fraction
from typing import Any

from django.core.cache import cache
from django.db.models import Max, QuerySet
from django.http import Http404

from clubsite.core.templatetags.bridge import fixed, imps, pct
from clubsite.nights.models import Section, Session, SessionStatus, TableBoard, TableBoardState
from clubsite.nights.selectors.movements import team_with_players
from clubsite.nights.selectors.progress import rounds_all
from clubsite.nights.selectors.sessions import sections_of, session_by_id
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.rankings.models import BoardScore, SessionScoring
from clubsite.rankings.selectors.rankings import rankings_so_far
from clubsite.rankings.selectors.teams import team_name_of
from clubsite.rankings.services.teams import teams_of
from clubsite.rankings.shapes import RankingList
from clubsite.readers.visitor import ClubVisitor, Visitor, names_shown
from clubsite.results.models import Leaderboard
from clubsite.results.over_all import OVER_ALL, with_unit
from games.wording import group_name, group_title
from scoring.ranking import Place

Json = dict[str, Any]
KEPT_SECONDS = 3600
NO_PLACE = "Your place appears when a board of yours has been played at two tables"


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
    teams = [(section, standing) for section in sections if (standing := teams_of(section)) and standing["matches"]]
    lists = [_of_teams(section, table, several=len(sections) > 1) for section, table in teams]
    if len(teams) < len(sections):
        lists += [_of_players(ranking) for ranking in rankings_so_far(session) if ranking.whole]
    return {"lists": lists, **progress_of(session)}


def _of_players(ranking: RankingList) -> Json:
    rows = [
        {
            "entries": [row.contestant],
            "label": row.label,
            "team": "",
            "place": row.place_text,
            "figure": imps(row.won) if ranking.imps else pct(row.percentage),
            "robot": row.robot,
        }
        for row in ranking.rows
    ]
    everybody = ranking.direction == "ALL" and not ranking.four_handed
    who = "" if everybody else group_name(ranking.direction, ranking.four_handed)
    unit = "IMPs" if ranking.imps else "%"
    return {"title": ranking.title, "unit": unit, "who": who, "teams": False, "rows": rows}


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


def leaderboard_of(session_id: str, visitor: Visitor) -> Json:
    """Return the context of a session's leaderboard, with the names that the visitor may see.

    Raise Http404 while no director shows it, or MembersOnly for a reader who may not read the club's results.
    """
    session = leaderboard_for(session_id)
    return _leaderboard(session, visitor.at(session.club, session).require_access())


def _leaderboard(session: Session, visitor: ClubVisitor) -> Json:
    """Return the places of a session. A row has the players' `name`, and `over`, the place and figure in the `wider`
    ranking. `single` means that all players are in one list, which then has two columns.
    """
    kept, wider = places_of(session), OVER_ALL.wider_ranking(session)
    lists, over = kept["lists"], wider.rows if wider else {}
    names = names_shown([pk for places in lists for row in places["rows"] for pk in row["entries"]], visitor)
    for ranking in lists:
        for row in ranking["rows"]:
            row["name"] = " and ".join(names.get(pk, f"Player {row['label']}") for pk in row["entries"])
            row["over"] = None if ranking["teams"] else over.get(row["entries"][0])
    single = len(lists) == 1 and not lists[0]["teams"]
    ended = session.status == SessionStatus.ENDED
    return kept | {"session": session, "club": session.club, "wider": wider, "single": single, "ended": ended}


def so_far_of(ticket: SeatTicket) -> Json | None:
    """Return what the table's page shows of the places so far, or None while the ticket's session shows none.

    `place` is "3rd" or "3rd equal", or empty while the player has none. `of` (such as 14) is how many entries have a
    place or will have one, and `who` names them ("South players"; empty means everyone). `figure` is "56.25 %", or
    IMPs, or VPs if teams are ranked. `lists` has the player's own list first. `wider` is the player's place in the
    wider ranking, if there is one, and `wider_state` is the progress of that ranking.
    """
    session = _sessions(ticket).filter(leaderboard__isnull=False).select_related("club").first()
    if session is None:
        return None
    me = ticket.seat_id if ticket.seat.kind == SeatKind.CONTESTANT else None
    page = _leaderboard(session, Visitor.as_member().at(session.club))
    mine = ((ranking, row) for ranking in page["lists"] for row in ranking["rows"] if me in row["entries"])
    own, row = next(mine, (None, None))
    lists = sorted(page["lists"], key=lambda ranking: ranking is not own)
    shown = {name: page[name] for name in ("scores", "lines", "ended")} | _own_place(own, row)
    if wider := page["wider"]:
        shown |= {"wider": wider.words_for(me), "wider_state": wider.headline}
    return shown | {"lists": [_listed(ranking, me) for ranking in lists]}


def _own_place(own: Json | None, row: Json | None) -> Json:
    """Return a player's own place. Its `words` are a sentence without a full stop."""
    if own is None or row is None:
        return {"words": NO_PLACE, "place": "", "of": 0, "who": "", "figure": ""}
    place, of, figure = Place.read(row["place"]), sum(not entry["robot"] for entry in own["rows"]), _figure(own, row)
    among = f"{of} {own['who']}".strip()
    whose = "Your team is" if own["teams"] else "You are"
    words = f"{whose} {place.name} of {among} with {figure}" if place else NO_PLACE
    return {"words": words, "place": place.name if place else "", "of": of, "who": own["who"], "figure": figure}


def _listed(ranking: Json, me: int | None) -> Json:
    rows = [
        {
            "place": row["place"] or "–",
            "name": team_with_players(row["team"], row["name"]),
            "figure": _figure(ranking, row),
            "you": me in row["entries"],
            **({"wider": ", ".join(row["over"])} if row["over"] and row["over"][0] else {}),
        }
        for row in ranking["rows"]
    ]
    return {"title": ranking["title"], "rows": rows}


def _figure(ranking: Json, row: Json) -> str:
    return with_unit(row["figure"], ranking["unit"])


def session_of_ticket(ticket: SeatTicket) -> str:
    """Return the public id of a ticket's session, or "" if the session no longer exists."""
    return _sessions(ticket).values_list("public_id", flat=True).first() or ""


def _sessions(ticket: SeatTicket) -> QuerySet[Session]:
    of = "tables" if ticket.seat.kind == SeatKind.TABLE else "contestants"
    return Session.objects.filter(**{f"sections__{of}": ticket.seat_id})


def seats_group(session_id: str) -> str:
    """Return the channel group for all of a session's seats."""
    return f"places.{session_id}"
