"""The ranking so far, while a director shows it: for the whole room, and for a seat with its own place first."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from clubsite.nights.models import Session, SessionStatus
from clubsite.nights.selectors.movements import team_with_players
from clubsite.play.models import SeatKind, SeatTicket
from clubsite.readers.visitor import ClubVisitor, Visitor, names_shown
from clubsite.results.selectors.leaderboard import WiderRanking, leaderboard_for, places_of, wider_ranking_of
from scoring.ranking import Place

NO_PLACE = "Your place appears when a board of yours has been played at two tables"


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line in a list. `place` is "3", "3=", or empty for a robot; `name` names the players; `figure` is given
    without the list's unit; `team` is the team's name, if there is one. `wider_place` and `wider_figure` are those in
    the wider ranking, or empty.
    """

    place: str
    name: str
    figure: str
    you: bool = False
    robot: bool = False
    team: str = ""
    wider_place: str = ""
    wider_figure: str = ""

    @property
    def called(self) -> str:
        """The names of the team and its players, such as "Kiwis: Bo and Ann"."""
        return team_with_players(self.team, self.name)


@dataclass(frozen=True, slots=True)
class LeaderboardList:
    """A list of places for players or teams. `who` names them in a sentence, and is empty if the list has everyone."""

    title: str
    rows: list[LeaderboardRow]
    unit: str
    who: str = ""
    teams: bool = False

    @property
    def mine(self) -> LeaderboardRow | None:
        return next((row for row in self.rows if row.you), None)

    @property
    def of(self) -> int:
        """The number of entries that have a place or will have one."""
        return sum(not row.robot for row in self.rows)

    def with_unit(self, row: LeaderboardRow) -> str:
        """Return the figure with its unit, such as "56.25 %", with a non-breaking space."""
        return row.figure if row.figure == "–" else f"{row.figure}\N{NO-BREAK SPACE}{self.unit}"


@dataclass(frozen=True, slots=True)
class WholeLeaderboard:
    """A session's leaderboard. `scores` is how many scores are in, out of `lines`.

    `wider` is the ranking over many clubs that the session belongs to, if there is one.
    """

    session: Session
    lists: list[LeaderboardList]
    round: int
    rounds: int
    scores: int
    lines: int
    wider: WiderRanking | None = None

    @property
    def single(self) -> bool:
        """True if all players are in one list, which then has two columns."""
        return len(self.lists) == 1 and not self.lists[0].teams

    @property
    def ended(self) -> bool:
        return bool(self.session.status == SessionStatus.ENDED)


@dataclass(slots=True)
class SoFar:
    """A player's own place, together with the lists of places.

    `place` is "3rd" or "3rd equal", or empty while the player has none. `of` (such as 14) is how many entries have
    a place or will have one, and `who` names them ("South players"; empty means everyone). `figure` is "56.25 %",
    or IMPs, or VPs if `teams` are ranked. `scores` counts the scores that are in, out of `lines`. `lists` has the
    player's own list first, each with `title` and rows of `place`, `name`, `figure`, `you`.
    `wider` is the player's place in the wider ranking as a sentence without a full stop. `wider_state` says how far
    that is. Both may be empty.
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
    wider: str = ""
    wider_state: str = ""

    @property
    def words(self) -> str:
        """The place as a sentence without a full stop: "You are 3rd of 14 with 56.25 %"."""
        if not self.place:
            return NO_PLACE
        among = f"{self.of} {self.who}".strip()
        return f"{'Your team is' if self.teams else 'You are'} {self.place} of {among} with {self.figure}"

    def as_json(self) -> dict[str, Any]:
        """Return the response for the table's page."""
        names = ["place", "of", "who", "figure", "scores", "lines", "ended", "lists"]
        names += ["wider", "wider_state"] if self.wider_state else []
        return {"words": self.words, **{name: getattr(self, name) for name in names}}


def so_far_of(ticket: SeatTicket) -> SoFar | None:
    """Return the place of this ticket's holder so far, or None while their session shows no leaderboard."""
    session = _shown_to(ticket)
    if session is None:
        return None
    me = ticket.seat_id if ticket.seat.kind == SeatKind.CONTESTANT else None
    leaderboard = _leaderboard(session, Visitor.as_member().at(session.club), me)
    own = next((found for found in leaderboard.lists if found.mine), None)
    row = own.mine if own else None
    place = Place.read(row.place) if row else None
    figure = own.with_unit(row) if own and row else ""
    wider = leaderboard.wider
    return SoFar(
        place=place.name if place else "",
        of=own.of if own else 0,
        who=own.who if own else "",
        figure=figure,
        teams=bool(own and own.teams),
        scores=leaderboard.scores,
        lines=leaderboard.lines,
        ended=leaderboard.ended,
        lists=[_listed(found) for found in sorted(leaderboard.lists, key=lambda found: found is not own)],
        wider=wider.words_for(me) if wider else "",
        wider_state=wider.headline if wider else "",
    )


def leaderboard_of(session_id: str, visitor: Visitor | None = None) -> WholeLeaderboard:
    """Return a session's leaderboard, with teams ranked by victory points and others by their figure.

    Raise Http404 while no director shows it, or MembersOnly for a reader who may not read the club's results.
    """
    session = leaderboard_for(session_id)
    reader = (visitor or Visitor.as_public()).at(session.club, session)
    return _leaderboard(session, reader.require_access())


def _leaderboard(session: Session, visitor: ClubVisitor, me: int | None = None) -> WholeLeaderboard:
    """Return the lists with names as the visitor may see them. `me` is the id of the visitor's contestant."""
    kept = places_of(session)
    listed = [pk for found in kept["lists"] for row in found["rows"] for pk in row["entries"]]
    names = names_shown(listed, visitor)
    wider = wider_ranking_of(session)
    lists = [_named(found, names, me, wider) for found in kept.pop("lists")]
    return WholeLeaderboard(session, lists, **kept, wider=wider)


def _named(found: dict[str, Any], names: dict[int, str], me: int | None, wider: WiderRanking | None) -> LeaderboardList:
    over = wider.rows if wider and not found["teams"] else {}
    rows = [
        LeaderboardRow(
            row["place"],
            " and ".join(names.get(pk, f"Player {row['label']}") for pk in row["entries"]),
            row["figure"],
            me in row["entries"],
            row["robot"],
            row["team"],
            *over.get(row["entries"][0], ("", "")),
        )
        for row in found["rows"]
    ]
    return LeaderboardList(found["title"], rows, found["unit"], found["who"], found["teams"])


def session_of_ticket(ticket: SeatTicket) -> str:
    """Return the public id of a ticket's session, or "" if the session no longer exists."""
    return _sessions(ticket).values_list("public_id", flat=True).first() or ""


def _sessions(ticket: SeatTicket) -> QuerySet[Session]:
    of = "tables" if ticket.seat.kind == SeatKind.TABLE else "contestants"
    return Session.objects.filter(**{f"sections__{of}": ticket.seat_id})


def _shown_to(ticket: SeatTicket) -> Session | None:
    """Return this ticket's session while its places are shown, else None."""
    return _sessions(ticket).filter(leaderboard__isnull=False).select_related("club").first()


def seats_group(session_id: str) -> str:
    """Return the channel group for all of a session's seats."""
    return f"places.{session_id}"


def _listed(found: LeaderboardList) -> dict[str, Any]:
    rows = [
        {
            "place": row.place or "–",
            "name": row.called,
            "figure": found.with_unit(row),
            "you": row.you,
            **({"wider": f"{row.wider_place}, {row.wider_figure}"} if row.wider_place else {}),
        }
        for row in found.rows
    ]
    return {"title": found.title, "rows": rows}
