"""The `table` part of a seat's view (docs/protocol.md): the place, the opponent, the board, and what comes next."""

from copy import copy
from functools import cached_property
from typing import Self

from django.urls import reverse

from clubsite.analysis.services.claim_check import claim_words
from clubsite.duplicate.consents import consent_asked
from clubsite.duplicate.models import (
    OPEN_BOARD_STATES,
    ClaimChecking,
    Contestant,
    Seating,
    Session,
    SessionStatus,
    Table,
    TableBoard,
)
from clubsite.duplicate.selectors.boards import boards_at
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.duplicate.selectors.progress import rounds_all
from clubsite.duplicate.selectors.tables import seatings_next
from clubsite.play.calls import Call, calls_standing
from clubsite.play.misclicks import club_robot_waits, misclick_seconds
from clubsite.play.models import CallReason, Play, PlayStatus, Room
from clubsite.play.seat_resolvers import RoomSeat
from clubsite.play.table_state import (
    BoardHeader,
    ClaimCheck,
    ConsentAsked,
    DirectorCall,
    Next,
    NextKind,
    Opponent,
    ResultsLink,
    SessionPart,
    SessionSeat,
    ShownResult,
    Stage,
    TableState,
)
from clubsite.rankings.selectors.results_state import results_state
from clubsite.scores.models import ScoreEntry, ScoreSource, ScoreStatus
from clubsite.scores.selectors.entries import latest_of
from clubsite.seats.taking import number_to_show
from games.players import OPPONENT
from games.wording import came_to_text, result_text, score_text
from scoring.result import BoardResult


class SessionTable:
    """A table in the current round, read once for both of its seats."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.section = seating.table.section
        self.connected: set[int] = set()

    def at_next_board(self) -> Self:
        """Return the same table with its boards and their scores read again."""
        again = copy(self)
        for name in ("boards", "current", "scores"):
            again.__dict__.pop(name, None)
        return again

    @property
    def session_id(self) -> str:
        return self.section.session.public_id

    @property
    def claims_checked(self) -> bool:
        return self.section.session.claim_checking == ClaimChecking.EXACT

    @property
    def robot(self) -> bool:
        return any(seated is not None and seated.robot for seated in (self.seating.ns, self.seating.ew))

    @cached_property
    def boards(self) -> list[TableBoard]:
        return boards_at(self.seating.table, self.seating.round.number)

    @cached_property
    def names(self) -> dict[int, str]:
        return names_of([pk for pk in (self.seating.ns_id, self.seating.ew_id) if pk])

    @cached_property
    def rounds(self) -> int:
        return rounds_all(self.section)

    @cached_property
    def coming(self) -> dict[int, Seating]:
        """The seats of this table's contestants in the coming round."""
        return seatings_next(self.section, [pk for pk in (self.seating.ns_id, self.seating.ew_id) if pk])

    @cached_property
    def scores(self) -> dict[int, ScoreEntry]:
        """The scores that count for finished boards here, by TableBoard."""
        return latest_of([row for row in self.boards if row.state not in OPEN_BOARD_STATES])

    @cached_property
    def current(self) -> TableBoard | None:
        """The board on the table, or the next one; None if all are finished."""
        return next((b for b in self.boards if b.state in OPEN_BOARD_STATES), None)

    def contestant_at(self, player: str) -> Contestant | None:
        return self.seating.ns if player == "S" else self.seating.ew

    def room_seat_at(self, player: str) -> RoomSeat:
        contestant = self.contestant_at(player)
        return RoomSeat(self.seating.table.room_id, player, contestant.pk if contestant else 0)

    def state_at(
        self,
        room_seat: RoomSeat,
        room: Room,
        play: Play | None,
        places: str = "",
        board_sheet: str = "",
        terminal: str = "",
    ) -> TableState:
        """Return everything around the play as the player at `room_seat` sees it.

        `places` is the address of the ranking, `board_sheet` that of the sheets of their boards, and `terminal` that of
        the scores of a table with cards.
        """
        contestant = self.contestant_at(room_seat.player)
        shown = next((b for b in self.boards if play is not None and b.play_id == play.pk), self.current)
        stage = self._stage(room, play)
        return TableState(
            stage=stage,
            seat=room_seat.player,
            name=self.names.get(contestant.pk, "") if contestant else "",
            opponent=self._opponent(OPPONENT[room_seat.player]),
            board=_header(shown),
            ready=tuple(room.ready),
            result=self._result(play, shown) if stage == Stage.RESULT and play else None,
            next=self._next(contestant, stage),
            call=self._call(room, room_seat.player),
            claim_check=self._claim_check(play),
            misclick=misclick_seconds(play, robot_waits=self._robot_waits(play)) if play is not None else 0.0,
            robot_at_once=self.robot and not self._robot_waits(play),
            session=self._session_part(room_seat.player, stage, room, places, board_sheet, terminal),
        )

    def _robot_waits(self, play: Play | None) -> bool:
        return self.robot and play is not None and club_robot_waits(play)

    def _session_part(
        self, player: str, stage: Stage, room: Room, places: str, board_sheet: str, terminal: str
    ) -> SessionPart:
        session, contestant = self.section.session, self.contestant_at(player)
        return SessionPart(
            club=session.club.name,
            name=session.name,
            contestant=contestant.number if contestant else None,
            results=results_link(session) if stage == Stage.FINISHED else None,
            seat=self._seat(player, room, places, board_sheet, terminal),
        )

    def _seat(self, player: str, room: Room, places: str, board_sheet: str, terminal: str) -> SessionSeat:
        seating = self.seating
        return SessionSeat(
            session_id=self.section.session.public_id,
            table=table_sent(seating.table),
            code=seating.table.code,
            round=seating.round.number,
            rounds=self.rounds,
            ends_at=seating.round.ends_at,
            boards=tuple(b.board.number for b in self.boards),
            done=tuple(b.board.number for b in self.boards if b.state not in OPEN_BOARD_STATES),
            paused=room.paused,
            lets_in=self._lets_in(player),
            consent=self._consent(player),
            places=places,
            board_sheet=board_sheet,
            terminal=terminal,
        )

    def _stage(self, room: Room, play: Play | None) -> Stage:
        if self.section.session.status == SessionStatus.ENDED or self._after_last_round:
            return Stage.FINISHED
        if room.paused:
            return Stage.PAUSED
        if self.seating.ns_id is None or self.seating.ew_id is None:
            return Stage.SIT_OUT
        if play is not None:
            return Stage.PLAYING if play.status == PlayStatus.LIVE else Stage.RESULT
        return Stage.READY if self.current is not None and not self.seating.done else Stage.ROUND_DONE

    def _result(self, play: Play, shown: TableBoard | None) -> ShownResult:
        """Return the result that both are asked to agree to: the score that counts, or the director's correction."""
        entry = self.scores.get(shown.pk) if shown is not None else None
        if entry is None or entry.source == ScoreSource.LIVE:
            return _result_sent(play, BoardResult.of_play(play.outcome or {}, play.setup["vul"]))
        return _result_sent(play, entry.result, corrected=True)

    def _claim_check(self, play: Play | None) -> ClaimCheck | None:
        if not self.claims_checked:
            return None
        return ClaimCheck(claim_words(play) if play is not None else "")

    def _call(self, room: Room, player: str) -> DirectorCall | None:
        calls = calls_standing(room)
        if not calls:
            return None
        disputed = next((call.reason for call in calls if call.disputed), None)
        plain = all(call.reason == CallReason.PLAIN for call in calls)
        return DirectorCall(
            reason=disputed or calls[0].reason, by=self._caller(calls, player) if plain else None
        )

    def _caller(self, calls: list[Call], player: str) -> str | None:
        """Return the player, this one or their opponent, who made a plain call, still sits here and may take it back,
        or None.
        """
        made = {call.by for call in calls}
        asked = (player, OPPONENT[player])
        return next((one for one in asked if self.room_seat_at(one).seat_id in made), None)

    @property
    def _after_last_round(self) -> bool:
        return self.seating.round.ended_at is not None and self.seating.round.number == self.rounds

    def _opponent(self, player: str) -> Opponent | None:
        contestant = self.contestant_at(player)
        if contestant is None:
            return None
        mine = {contestant.pk}
        if player == "S" and not self.seating.table.live:  # # on screens a table's own device has no seat
            mine.add(self.seating.table_id)
        return Opponent(
            name=self.names.get(contestant.pk, ""),
            seat=player,
            connected=bool(contestant.robot or mine & self.connected),
            robot=bool(contestant.robot),
        )

    def _lets_in(self, player: str) -> str:
        """Return the number that lets the opponent's new device in, or "" if none is requested."""
        mine, other = self.contestant_at(player), self.contestant_at(OPPONENT[player])
        if mine is None or other is None or other.robot or other.pk in self.connected:
            return ""
        return number_to_show(mine, other, self.section.session)

    def _consent(self, player: str) -> ConsentAsked | None:
        """Return what the opponent, who directs, asks this player to agree to."""
        other = self.contestant_at(OPPONENT[player])
        asked = consent_asked(other.pk) if other is not None and self.contestant_at(player) else None
        return ConsentAsked(asked.act.words, asked.act.seen, asked.number, asked.until) if asked else None

    def _next(self, contestant: Contestant | None, stage: Stage) -> Next | None:
        """Return what comes next, or None while a board is in play."""
        if stage in (Stage.PLAYING, Stage.PAUSED):
            return None
        if stage == Stage.FINISHED:
            return Next(NextKind.FINISHED)
        if self.current is not None and stage in (Stage.RESULT, Stage.READY):
            return Next(NextKind.BOARD, board=self.current.board.number)
        return self._next_round(contestant)

    def _next_round(self, contestant: Contestant | None) -> Next | None:
        if contestant is None:
            return None
        coming, section = self.coming.get(contestant.pk), self.section
        if coming is None and section.round_number < self.rounds:
            return Next(NextKind.DRAW, round=section.round_number + 1)
        if coming is None:
            return Next(NextKind.FINISHED)
        number = coming.round.number
        if coming.board_group == 0:
            return Next(NextKind.SIT_OUT, round=number)
        player = "S" if coming.ns_id == contestant.pk else "N"
        return Next(NextKind.ROUND, round=number, table=table_sent(coming.table), seat=player)


def _header(shown: TableBoard | None) -> BoardHeader | None:
    if shown is None:
        return None
    return BoardHeader(shown.board.number, shown.board.dealer, shown.board.vulnerability)


def table_sent(table: Table) -> int | str:
    """Return a table as the protocol names it: its number, or "B3" if there are several sections."""
    return table.label if table.section.lettered else table.number


def results_link(session: Session) -> ResultsLink:
    """Return the state of a session's results, and their present or future address."""
    url = reverse("results:ranking", kwargs={"public_id": session.public_id})
    return ResultsLink(results_state(session).value, url)


def before_the_start(seat_id: int) -> TableState:
    """Return the table state for somebody who has no seat (yet)."""
    contestant = Contestant.objects.select_related("section__session__club").filter(pk=seat_id).first()
    if contestant is None:
        return TableState(Stage.NOT_STARTED, session=SessionPart(club="", name="", contestant=None))
    session = contestant.section.session
    ended = session.status == SessionStatus.ENDED
    return TableState(
        Stage.FINISHED if ended else Stage.NOT_STARTED,
        name=names_of([contestant.pk]).get(contestant.pk, ""),
        session=SessionPart(
            club=session.club.name,
            name=session.name,
            contestant=contestant.number,
            results=results_link(session) if ended else None,
        ),
    )


def _result_sent(play: Play, result: BoardResult, corrected: bool = False) -> ShownResult:
    """Return a finished play's result as figures and as the sentence that both must agree to.

    `corrected` means that the director's entry replaced the play's own. The card log stays as it was.
    """
    text = result_text(result.contract, result.declarer, result.tricks)
    return ShownResult(
        board=play.setup["board"],
        contract=result.contract,
        declarer=result.declarer or None,
        tricks=result.tricks,
        ns_score=result.ns_score,
        came_to=came_to_text(result.contract, result.tricks) if result.declarer else "",
        text=text if result.contract else f"{ScoreStatus(result.status).label} {result.ruling}".strip(),
        score_text="" if result.ns_score is None else score_text(result.ns_score),
        claimed=not corrected and (play.outcome or {}).get("claimed", False),
        corrected=corrected,
    )
