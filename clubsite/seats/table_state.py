"""The `table` part of a seat's view (docs/protocol.md): the place, the opponent, the board, and what comes next."""

from clubsite.analysis.services.plays import claim_words
from clubsite.nights.consents import ConsentPrompt
from clubsite.nights.models import OPEN_BOARD_STATES, Contestant, Session, SessionStatus, TableBoard
from clubsite.nights.selectors.contestants import names_of
from clubsite.play.calls import Call
from clubsite.play.misclicks import club_robot_waits, misclick_seconds
from clubsite.play.models import CallReason, Play
from clubsite.play.table_state import (
    BoardHeader,
    Json,
    Opponent,
    ShownResult,
    Stage,
    TableState,
)
from clubsite.scores.models import ScoreSource
from clubsite.seats.seat_now import SeatNow, results_link, table_sent
from games.players import OPPONENT
from games.wording import came_to_text, result_text, score_text
from scoring.result import BoardResult
from scoring.ruling_text import status_words


def table_state(now: SeatNow, *, places: str, board_sheet: str, terminal: str) -> TableState:
    """Return everything around the play, as this seat sees it.

    `places` is the address of the ranking, `board_sheet` is the address of the sheets for the player's boards, and
    `terminal` is the address for entering scores at a table with cards.
    """
    table, play, contestant = now.table, now.play, now.contestant
    shown = next((b for b in table.boards if play is not None and b.play_id == play.pk), table.current)
    waits = play is not None and table.robot and club_robot_waits(play)
    session, calls = table.section.session, now.calls
    return TableState(
        stage=now.stage,
        seat=now.player,
        name=table.names.get(contestant.pk, "") if contestant else "",
        opponent=_opponent(now),
        board=_header(shown),
        ready=tuple(now.room.ready),
        result=_result(now, play, shown) if now.stage == Stage.RESULT and play else None,
        next=now.next,
        called=bool(calls),
        called_by=_caller(now, calls) if all(call.reason == CallReason.PLAIN for call in calls) else None,
        disputed=any(call.disputed for call in calls),
        checked=(claim_words(play) if play else "") if table.claims_checked else None,
        misclick=misclick_seconds(play, robot_waits=waits) if play is not None else 0.0,
        robot_at_once=table.robot and not waits,
        around=_session(session, contestant, now.results) | _seat(now, places, board_sheet, terminal),
    )


def _session(session: Session, contestant: Contestant | None, results: Json | None) -> Json:
    number = contestant.number if contestant else None
    return {"club": session.club.name, "session": session.name, "entry": number, "results": results}


def _seat(now: SeatNow, places: str, board_sheet: str, terminal: str) -> Json:
    """Return the seat's place in the session. `terminal` and `closed` are left out if they are ""."""
    table, seating, consent = now.table, now.table.seating, now.consent
    place: Json = {
        "session_id": table.session_id,
        "table": table_sent(seating.table),
        "code": seating.table.code,
        "round": seating.round.number,
        "rounds": table.rounds,
        "ends_at": seating.round.ends_at.isoformat() if seating.round.ends_at else None,
        "boards": [b.board.number for b in table.boards],
        "done": [b.board.number for b in table.boards if b.state not in OPEN_BOARD_STATES],
        "paused": now.room.paused,
        "lets_in": now.lets_in,
        "consent": _consent(consent) if consent else None,
        "places": places,
        "board_sheet": board_sheet,
    }
    return place | {name: text for name, text in (("terminal", terminal), ("closed", now.closed)) if text}


def _consent(prompt: ConsentPrompt) -> Json:
    """Return the consent request. To agree, this player reads out the number. The request lapses once play goes on."""
    act = prompt.act
    return {"act": act.words, "seen": act.seen, "number": prompt.number, "until": prompt.until.isoformat()}


def _opponent(now: SeatNow) -> Opponent | None:
    other = now.opponent
    if other is None:
        return None
    return Opponent(
        name=now.table.names.get(other.pk, ""),
        seat=OPPONENT[now.player],
        connected=now.opponent_here,
        robot=bool(other.robot),
    )


def _header(shown: TableBoard | None) -> BoardHeader | None:
    if shown is None:
        return None
    return BoardHeader(shown.board.number, shown.board.dealer, shown.board.vulnerability)


def _result(now: SeatNow, play: Play, shown: TableBoard | None) -> ShownResult:
    """Return the result to which both players are asked to agree: the play's result or the director's correction."""
    entry = now.table.scores.get(shown.pk) if shown is not None else None
    if entry is None or entry.source == ScoreSource.LIVE:
        return _result_sent(play, BoardResult.of_play(play.outcome or {}, play.setup["vul"]))
    return _result_sent(play, entry.result, corrected=True)


def _caller(now: SeatNow, calls: list[Call]) -> str | None:
    """Return the player who called the director without a reason and may withdraw the call, if still sitting here."""
    made = {call.by for call in calls}
    both = ((now.player, now.contestant), (OPPONENT[now.player], now.opponent))
    return next((player for player, contestant in both if (contestant.pk if contestant else 0) in made), None)


def before_the_start(seat_id: int) -> TableState:
    """Return the table state for someone who has no seat, or does not have one yet."""
    contestant = Contestant.objects.select_related("section__session__club").filter(pk=seat_id).first()
    if contestant is None:
        return TableState(Stage.NOT_STARTED, around={"club": "", "session": "", "entry": None, "results": None})
    session = contestant.section.session
    ended = session.status == SessionStatus.ENDED
    return TableState(
        Stage.FINISHED if ended else Stage.NOT_STARTED,
        name=names_of([contestant.pk]).get(contestant.pk, ""),
        around=_session(session, contestant, results_link(session) if ended else None),
    )


def _result_sent(play: Play, result: BoardResult, corrected: bool = False) -> ShownResult:
    """Return a finished play's result as figures, and as the sentence to which both players are asked to agree.

    `corrected` means that a director's entry replaced the play's own result. The card log stays unchanged.
    """
    text = result_text(result.contract, result.declarer, result.tricks)
    return ShownResult(
        board=play.setup["board"],
        contract=result.contract,
        declarer=result.declarer or None,
        tricks=result.tricks,
        ns_score=result.ns_score,
        came_to=came_to_text(result.contract, result.tricks) if result.declarer else "",
        text=text if result.contract else status_words(result.status, result.ruling),
        score_text="" if result.ns_score is None else score_text(result.ns_score),
        claimed=not corrected and (play.outcome or {}).get("claimed", False),
        corrected=corrected,
    )
