"""The `table` part of a home seat's view (docs/protocol.md): the opponent, the score sheet, and what comes next."""

from collections.abc import Iterable
from copy import copy
from functools import cached_property
from typing import Self

from django.conf import settings

from clubsite.analysis.selectors.verdicts import ANALYSED_GAME
from clubsite.analysis.services.plays import claim_words
from clubsite.home.models import Against, HomeMatch, HomeSeat, MatchState, Phrase, TableWord
from clubsite.home.selectors.challenges import closed_by_time
from clubsite.home.services.matches import ROBOT_COMES_AFTER
from clubsite.play.misclicks import misclick_seconds
from clubsite.play.models import Play, PlayStatus, Room, SeatTicket
from clubsite.play.seat_resolvers import RoomSeat
from clubsite.play.table_state import (
    NO_SESSION,
    BoardHeader,
    Json,
    Next,
    NextKind,
    Opponent,
    ShownResult,
    Stage,
    TableState,
)
from games.players import OPPONENT
from games.registry import rules_for

MATCH_ENDED_HERE = "A player ended the match here: what was scored stands."
WEEK_OVER = "The week of the challenge is over: the boards that both have finished count."

PHRASES = [list(phrase) for phrase in Phrase.choices]
INVITED = (
    "Members of your clubs see on the page Play at home that you wait here, as long as this page is open. After "
    f"{ROBOT_COMES_AFTER:.0f} seconds a robot plays with you until somebody comes."
)
EVERYBODY_INVITED = INVITED.replace("Members of your clubs see", "Everybody sees", 1)
ROBOT_MEANWHILE = (
    "A robot plays with you until somebody comes. Then its deal is put aside at once, and a match begins with a new "
    "deal: nobody takes over the robot's cards, and nothing of what you played with it counts."
)
ROBOT_GONE = "The robot has left, and its deal was put aside: your match begins with a new deal and without its score."


class HomeTable:
    """A match and its seats, read once for both of its players (`play.seat_resolvers.RoomTable`)."""

    def __init__(self, match: HomeMatch) -> None:
        self.match = match
        self.held: set[int] = set()
        self.connected: set[int] = set()

    def at_next_board(self) -> Self:
        """Return the same table with its match reloaded from the database."""
        again = copy(self)
        again.match = HomeMatch.objects.get(pk=self.match.pk)
        return again

    session_id = ""

    @property
    def claims_checked(self) -> bool:
        return self.match.claims_checked

    @property
    def robot(self) -> bool:
        return any(seat.robot for seat in self.people.values())

    @cached_property
    def people(self) -> dict[str, HomeSeat]:
        """The seats, keyed by player."""
        return {seat.player: seat for seat in self.match.seats.all()}

    def seats(self) -> Iterable[int]:
        return [seat.pk for seat in self.people.values()]

    def room_seat(self, ticket: SeatTicket) -> RoomSeat:
        player = next(player for player, seat in self.people.items() if seat.pk == ticket.seat_id)
        return RoomSeat(self.match.room_id, player, ticket.seat_id)

    def state(self, ticket: SeatTicket, room: Room, play: Play | None) -> TableState:
        """Return everything around the play, as the holder of this ticket sees it."""
        match, player = self.match, self.room_seat(ticket).player
        stage = self._stage(play)
        return TableState(
            stage=stage,
            seat=player,
            name=self.people[player].name,
            opponent=self._opponent(OPPONENT[player]),
            board=self._header(play),
            ready=tuple(room.ready),
            result=_result(match, play) if stage == Stage.RESULT and play else None,
            next=self._next(stage),
            checked=claim_words(play) if match.claims_checked and play is not None else None,
            misclick=misclick_seconds(play, robot_waits=self.robot) if play is not None else 0.0,
            around=self._match_part(stage, play),
        )

    def _match_part(self, stage: Stage, play: Play | None) -> Json:
        """Return what is shown around the play. `left` says why the match has ended, and `note` what becomes of a table
        that is open to whoever comes. `rematch`: the other player has opened the next match.
        """
        match, title = self.match, rules_for(self.match.game).title
        no_session = {"session_id": "", "table": None, "round": None, "rounds": None, "ends_at": None, "paused": False}
        return {
            **NO_SESSION,
            **no_session,
            "session": title,
            "boards": [],
            "done": [],
            "game": match.game,
            "title": title,
            "code": match.code,
            "sheet": match.standing["sheet"],
            "links": _links(match, play if stage == Stage.RESULT else None),
            "invite": _invite(match) if stage == Stage.WAITING else None,
            "left": _left(match),
            "can_end": (match.state == MatchState.PLAYING or self.robot)
            and match.standing["header"] is not None
            and stage != Stage.PLAYING,
            "note": self._note(play),
            "rematch": match.again_id is not None and not self.robot,
            "said": self._said(),
            "phrases": PHRASES if self._two_people else [],
            "clock": f"/play/match/{match.public_id}/clock/" if match.clock else "",
        }

    @property
    def _two_people(self) -> bool:
        return len(self.people) == 2 and not self.robot

    def _said(self) -> Json | None:
        """Return what one of the players said last, with a number of its own, or None."""
        last = TableWord.objects.filter(seat__match=self.match).order_by("-pk").first() if self._two_people else None
        if last is None:
            return None
        by = next(player for player, seat in self.people.items() if seat.pk == last.seat_id)
        return {"number": last.pk, "by": by, "text": str(last)}

    def _note(self, play: Play | None) -> str:
        """Return what a host who waits for whoever comes should know now, or ""."""
        match = self.match
        if match.against != Against.ANYBODY or match.state == MatchState.OVER:
            return ""
        if match.state == MatchState.WAITING:
            return ROBOT_MEANWHILE if self.robot else (INVITED if match.clubs.exists() else EVERYBODY_INVITED)
        first = play is None and not match.standing["sheet"]["lines"]
        return ROBOT_GONE if first and match.room.plays.exists() else ""

    def _stage(self, play: Play | None) -> Stage:
        if self.match.state == MatchState.WAITING and not self.robot:
            return Stage.WAITING
        if play is not None and play.status != PlayStatus.VOID:
            return Stage.PLAYING if play.status == PlayStatus.LIVE else Stage.RESULT
        return Stage.FINISHED if self.match.state == MatchState.OVER else Stage.READY

    def _opponent(self, player: str) -> Opponent | None:
        seat = self.people.get(player)
        if seat is None:
            return None
        here = seat.robot or seat.pk in self.connected
        return Opponent(name=seat.name, seat=player, connected=here, robot=seat.robot)

    def _header(self, play: Play | None) -> BoardHeader | None:
        header = play.setup if play is not None else self.match.standing["header"]
        return BoardHeader(header.get("board"), header.get("dealer"), header.get("vul")) if header else None

    def _next(self, stage: Stage) -> Next | None:
        header = self.match.standing["header"]
        if stage in (Stage.WAITING, Stage.PLAYING):
            return None
        if header and self.match.state != MatchState.OVER:
            return Next(NextKind.BOARD, board=header["board"])
        return Next(NextKind.FINISHED)


def _links(match: HomeMatch, over: Play | None) -> Json:
    """Return the addresses of the pages around a match; those of the finished deal are "" while there is none."""
    sheet = f"/play/match/{match.public_id}/"
    replay = f"{sheet}replay/{over.setup['board']}/" if over is not None else ""
    verdicts = f"{replay}verdicts/" if over is not None and over.game == ANALYSED_GAME else ""
    links: Json = {"lounge": "/play/", "sheet": sheet, "again": f"{sheet}again/", "say": f"{sheet}say/"}
    return links | {"replay": replay, "verdicts": verdicts}


def _left(match: HomeMatch) -> str:
    """Return why a match ended before its time, or ""."""
    if not match.ended:
        return ""
    return WEEK_OVER if closed_by_time(match) else MATCH_ENDED_HERE


def _result(match: HomeMatch, play: Play) -> ShownResult:
    outcome, rules = play.outcome or {}, rules_for(play.game)
    came = rules.result(outcome)
    lines = [line for line in match.standing["sheet"]["lines"] if line["board"] == play.setup["board"]]
    return ShownResult(
        board=play.setup["board"],
        contract=outcome.get("contract"),
        declarer=outcome.get("declarer"),
        tricks=outcome.get("tricks"),
        ns_score=None,
        came_to=came.text if came.contract else "",
        text=came.sentence(rules.marked_names),
        score_text=lines[-1]["score_text"] if lines else "",
        claimed=outcome.get("claimed", False),
    )


def _invite(match: HomeMatch) -> Json | None:
    if match.against not in (Against.FRIEND, Against.ANYBODY):
        return None
    return {"url": f"{settings.PUBLIC_URL}/play/{match.code}/", "code": match.code, "qr": f"/play/{match.code}/qr.svg"}
