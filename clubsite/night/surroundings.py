"""The `table` part of a seat's view (docs/protocol.md): where it is, who is opposite, which board, what comes next."""

from typing import Any

from clubsite.duplicate.models import Entry, Seating, Section, SessionStatus, TableBoard, TableBoardState
from clubsite.duplicate.selectors import boards_at, names_of, seating_next
from clubsite.play.claims import Place
from clubsite.play.models import Play, PlayStatus, Room, SeatClaim
from scoring.contracts import score

OPEN = (TableBoardState.WAITING, TableBoardState.LIVE)
PLAYER_NAMES = {"S": "South", "N": "North"}
SIDES = {"S": "NS", "N": "EW"}


def surroundings_of(
    entry_id: int | None, seating: Seating | None, place: Place | None, room: Room | None, play: Play | None
) -> dict[str, Any]:
    """Everything around the play for the contestant `entry_id` (None: nobody sits on this side of the table)."""
    if seating is None or place is None or room is None:
        return _before_the_start(entry_id)
    section = seating.table.section
    boards = boards_at(seating.table, seating.round.number)
    current = next((b for b in boards if b.state in OPEN), None)
    shown = _board_of(boards, play) or current
    names = names_of([pk for pk in (seating.ns_id, seating.ew_id) if pk])
    state = _state(section, seating, room, play, current)
    return {
        "state": state,
        "club": section.session.club.name,
        "session": section.session.name,
        "session_id": section.session.public_id,
        "table": seating.table.number,
        "code": seating.table.code,
        "round": seating.round.number,
        "rounds": section.rounds.count(),
        "ends_at": seating.round.ends_at.isoformat() if seating.round.ends_at else None,
        "seat": place.player,
        "name": names.get(entry_id or 0, ""),
        "entry": _number(entry_id),
        "opponent": _opponent(seating, place, names),
        "boards": [b.board.number for b in boards],
        "done": [b.board.number for b in boards if b.state not in OPEN],
        "board": shown.board.number if shown else None,
        "dealer": shown.board.dealer if shown else None,
        "vul": shown.board.vulnerability if shown else None,
        "ready": room.ready,
        "result": _result(play) if state == "result" and play else None,
        "next": _next(section, entry_id, current, state),
        "called": room.called_at is not None,
        "paused": room.paused,
        "disputed": room.called_at is not None and "agree" in room.call_reason,
    }


def _before_the_start(entry_id: int | None) -> dict[str, Any]:
    entry = Entry.objects.select_related("section__session__club").filter(pk=entry_id).first()
    session = entry.section.session if entry else None
    return {
        "state": "not_started",
        "club": session.club.name if session else "",
        "session": session.name if session else "",
        "name": names_of([entry.pk]).get(entry.pk, "") if entry else "",
        "entry": entry.number if entry else None,
        "ready": [],
    }


def _number(entry_id: int | None) -> int | None:
    return Entry.objects.values_list("number", flat=True).get(pk=entry_id) if entry_id else None


def _state(section: Section, seating: Seating, room: Room, play: Play | None, current: TableBoard | None) -> str:
    if section.session.status == SessionStatus.ENDED or _after_last_round(section, seating):
        return "finished"
    if room.paused:
        return "paused"
    if seating.ns_id is None or seating.ew_id is None:
        return "sit_out"
    if play is not None:
        return "playing" if play.status == PlayStatus.LIVE else "result"
    return "ready" if current is not None and not seating.done else "round_done"


def _after_last_round(section: Section, seating: Seating) -> bool:
    last = not section.rounds.filter(number__gt=seating.round.number).exists()
    return last and seating.round.ended_at is not None


def _board_of(boards: list[TableBoard], play: Play | None) -> TableBoard | None:
    return next((b for b in boards if play is not None and b.play_id == play.pk), None)


def _opponent(seating: Seating, place: Place, names: dict[int, str]) -> dict[str, Any] | None:
    other = "N" if place.player == "S" else "S"
    entry_id = seating.ew_id if place.player == "S" else seating.ns_id
    if entry_id is None:
        return None
    claims = SeatClaim.objects.filter(revoked_at__isnull=True, connected=True)
    here = (
        claims.filter(kind="entry", subject=str(entry_id)) | claims.filter(kind="side", subject=f"{seating.table_id}:{other}")
    ).exists()
    return {"name": names.get(entry_id, ""), "seat": other, "connected": here}


def _result(play: Play) -> dict[str, Any]:
    """The result of a finished play as figures and as the sentence that both must agree to."""
    outcome, setup = play.outcome, play.setup
    contract, declarer, tricks = outcome["contract"], outcome["declarer"], outcome["tricks"]
    if contract == "PASS":
        points, text = 0, "Passed out"
    else:
        points = score(contract, SIDES[declarer], setup["vul"], tricks)
        text = f"{contract} by {PLAYER_NAMES[declarer]}, {_made(int(contract[0]) + 6, tricks)}"
    return {
        "board": setup["board"],
        "contract": contract,
        "declarer": declarer,
        "tricks": tricks,
        "ns_score": points,
        "text": text,
        "score_text": score_text(points),
        "claimed": outcome.get("claimed", False),
    }


def _made(needs: int, tricks: int) -> str:
    return f"made {tricks} tricks" if tricks >= needs else f"{needs - tricks} down"


def score_text(ns_score: int) -> str:
    """A score with sign and side, for the side that gained it: "+420 to South (N/S)"."""
    if ns_score == 0:
        return "0 to both"
    return f"+{ns_score} to South (N/S)" if ns_score > 0 else f"+{-ns_score} to North (E/W)"


def _next(section: Section, entry_id: int | None, current: TableBoard | None, state: str) -> dict[str, Any] | None:
    if state == "finished":
        return {"finished": True}
    if current is not None and state in ("result", "ready"):
        return {"board": current.board.number}
    if entry_id is None:
        return None
    coming = seating_next(section, entry_id)
    if coming is None:
        return {"finished": True}
    if coming.board_group == 0:
        return {"round": coming.round.number, "sit_out": True}
    player = "S" if coming.ns_id == entry_id else "N"
    return {"round": coming.round.number, "table": coming.table.number, "seat": player}
