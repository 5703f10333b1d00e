"""One table as shown to the director: its seats and devices, the round's boards with scores, and two tools."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.services import name_as_kept
from clubsite.core.limits import Probe, probe_count
from clubsite.core.refused import Refused
from clubsite.director.monitor.progress import table_now_of
from clubsite.nights.models import Board, Session, Table, TableBoard, TableBoardState
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.deals import deal_of, laid_out
from clubsite.nights.selectors.progress import calls_told
from clubsite.nights.selectors.sessions import seating_at, table_for
from clubsite.nights.services import directing
from clubsite.nights.services.opening import OpenedFor
from clubsite.play.calls import calls_answered
from clubsite.play.models import Play, PlayStatus, SeatTicket
from clubsite.play.selectors import state_of, view_of
from clubsite.results.selectors.boards import record_of
from clubsite.scores.selectors.entries import not_in_order
from clubsite.scores.selectors.hidden_cards import boards_hidden_from, freed_by_player, last_ticket, latest_seen_by
from clubsite.scores.selectors.typed_scores import rows_with_closed_leads, scores_waiting
from clubsite.scores.services.pending_scores import (
    pending_score_accept,
    pending_score_set_aside,
    pending_scores_accept_agreed,
)
from clubsite.visibility.models import LookKind
from clubsite.visibility.services import Looker, look_note
from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS, Card, parse_card
from games.errors import IllegalAction
from games.players import DIRECTOR
from games.registry import rules_for
from games.wording import call_name, card_label, seat_name


def tabletop_of(session: Session, label: str, user: User) -> dict[str, Any]:
    """Return all that this director may see about a table, except cards. Raise Http404 if there is no such table.

    `now` and `earlier` are its boards, newest round first. They are `covered` if the reader still has to play one that
    has a score (SOLO-31). `answered` has the calls that can be put back. `kept` has the sides that a playing director
    has freed and that still have no device.
    """
    table = table_for(session, label)
    rows = TableBoard.objects.filter(table=table).exclude(state=TableBoardState.VOID)
    table_boards = list(rows.select_related("board", "round", "play").order_by("-round__number", "board__number"))
    latest, covered = latest_seen_by(user, session, table_boards)
    waiting = {score.row.pk: score for score in scores_waiting(session, user, table=table)}
    checks = not_in_order(table_boards)
    closed = {row.pk for row, _ in rows_with_closed_leads(session)}
    lines: list[dict[str, Any]] = [
        {
            "row": row,
            "entry": latest.get(row.pk),
            "waiting": waiting.get(row.pk),
            "covered": row.pk in covered,
            "checks": checks.get(row.pk, []),
            "leads_closed": row.pk in closed,
        }
        for row in table_boards
    ]
    at = table.section.round_number
    return {
        "table_now": table_now_of(session, user, table.label),
        "now": [line for line in lines if line["row"].round.number == at],
        "earlier": [line for line in lines if line["row"].round.number != at],
        "answered": calls_told(calls_answered(table.room), table.section.pairs),
        "kept": [player for player in "SN" if kept_ticket(session, label, player)],
        "last_act": _last_act(user, session, table_boards),
        "agreed": [score for score in waiting.values() if score.uncontested],
    }


def _last_act(user: User, session: Session, rows: list[TableBoard]) -> dict[str, str] | None:
    """Return the last act of the live board on the table, or None if no board is live.

    `words` is text such as `North’s 3 hearts`, or only names the player if the reader owes the board (SOLO-31).
    `why_not` says why the act cannot be undone. `seen` is the state that the page shows, in the form that `take_back`
    expects.
    """
    live = ((row, row.play) for row in rows if row.play is not None and row.play.status == PlayStatus.LIVE)
    row, play = next(live, (None, None))
    if row is None or play is None:
        return None
    state, seen = state_of(play), f"{play.public_id}/{play.seq}"
    try:
        rules_for(play.game).apply(state, DIRECTOR, "undo")
    except IllegalAction as refused:
        return {"seen": seen, "words": "", "why_not": f"{refused.reason.rstrip('.')}."}
    act = state.requests.last
    if row.board_id in boards_hidden_from(user, session):
        what = f"last {'call' if act.action in CALL_TEXTS else 'card'}"
    elif act.action in CALL_TEXTS:
        what = call_name(CALL_TEXTS[act.action])
    else:
        what = card_label(CARD_TEXTS[act.action].text)
    return {"seen": seen, "words": f"{seat_name(act.by)}’s {what}"}


def waiting_decide(*, session: Session, label: str, act: str, key: str, user: User) -> str:
    """Count a waiting score or set it aside (`aside`). Return a message. Raise Http404, or Refused if it is gone."""
    table = table_for(session, label)
    action = {"count": pending_score_accept, "aside": pending_score_set_aside}.get(act)
    if action is None:
        raise Http404("No such act")
    score = next((each for each in scores_waiting(session, user, table=table) if each.key == key), None)
    if score is None:
        raise Refused({"key": "That score is no longer waiting: the table has typed another one, or has agreed to it."})
    action(table_board=score.row, key=key, user=user)
    done = "counts" if act == "count" else "is set aside, and stays in the history"
    return f"The score of board {score.row.board.number} {done}."


def agreed_accept(*, session: Session, label: str, keys: list[str], user: User) -> str:
    """Count the agreed scores with these `keys`. Return a message. Raise Http404, or Refused if none still waits."""
    table = table_for(session, label)
    counted = pending_scores_accept_agreed(table=table, keys=keys, user=user)
    if not counted:
        raise Refused({"key": "Those scores are no longer waiting. See what the table has typed since."})
    done = "1 score counts" if counted == 1 else f"{counted} scores count"
    left = len(keys) - counted
    if not left:
        return f"{done} now at table {table.label}."
    changed = "1 changed" if left == 1 else f"{left} changed"
    return f"{done} now at table {table.label}. {changed} meanwhile: look at what the table has typed since."


def kept_ticket(session: Session, label: str, player: str) -> SeatTicket | None:
    """Return a side's ended ticket if the director who freed it still has boards to play. Another can free the side."""
    seating = seating_at(table_for(session, label))
    contestant = (seating.ns if player == "S" else seating.ew) if seating else None
    ticket = last_ticket(contestant.pk) if contestant is not None else None
    return ticket if freed_by_player(ticket, session) is not None else None


SEAT_FREED = (
    "The seat of {} is free. Another device can take it with the table’s code. "
    "Under Devices it can be given back to the one that had it."
)


def seat_free(*, session: Session, label: str, player: str, user: User) -> str:
    """Free a side of the table. Return a message about what was done. Raise Refused if there was nothing to free."""
    table_now = table_now_of(session, user, table_for(session, label).label)
    seat_now = next((c for c in table_now.seats if c.player == player), None) if table_now else None
    ticket = (seat_now.ticket or kept_ticket(session, label, player)) if seat_now else None
    if seat_now is None or ticket is None:
        raise Refused("No device holds that seat.")
    directing.seat_free(session=session, label=label, side=seat_now.side, name=seat_now.name, ticket=ticket, user=user)
    return SEAT_FREED.format(seat_now.name)


MAX_ACTS_SHOWN = 12
ACT_WORDS = {
    "accept": "accepts the claim",
    "refuse": "refuses the claim",
    "undo": "asks to take back",
    "undo:yes": "allows it to be taken back",
    "undo:no": "does not allow it to be taken back",
    "undo:misclick": "takes back what they did last",
    "withdraw": "withdraws the claim",
}


def last_acts(play: Play, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the last actions in the log, newest first, each with the `seconds` since the one before or the opening."""
    rows = play.events.filter(seq__lte=play.seq).order_by("-seq").values_list("actor", "action", "at")
    acts = list(rows[: MAX_ACTS_SHOWN + 1])
    before = [at for _, _, at in acts[1:]] + ([play.opened_at] if len(acts) <= MAX_ACTS_SHOWN else [])
    return [
        {
            "who": "The director" if actor == DIRECTOR else names.get(actor) or seat_name(actor),
            "at": at,
            "seconds": max(0, round((at - earlier).total_seconds())),
            **_words_of(actor, action),
        }
        for (actor, action, at), earlier in zip(acts, before, strict=False)
    ]


def _words_of(actor: str, action: str) -> dict[str, str]:
    """Return an action as `words`, with its `call` or `card`."""
    if action in CALL_TEXTS:
        return {"words": "calls", "call": CALL_TEXTS[action]}
    if action in CARD_TEXTS:
        return {"words": "plays", "card": CARD_TEXTS[action].text}
    if action.startswith("claim:"):
        takes = action.partition(":")[2]
        return {"words": "concedes the rest" if takes == "0" else f"claims {takes}"}
    if action == "undo" and actor == DIRECTOR:
        return {"words": "takes the last act back"}
    return {"words": ACT_WORDS.get(action, "acts")}


CARDS_OWED = "You have still to play board {} yourself. Ask another director of the club to look."
CARDS_UNKNOWN = "Board {} was dealt at the table: the site does not know its cards."
AWAITED_ACTS = {"claim": "to answer a claim", "undo": "to answer a request to take back", "call": "to call"}


def choices_of(user: User, session: Session, table: Table) -> list[tuple[TableBoard, str]]:
    """Return the boards at the table, newest round first, each with why its cards cannot be looked at, or ""."""
    rows = TableBoard.objects.filter(table=table).exclude(state=TableBoardState.VOID)
    table_boards = list(rows.select_related("board__board_set__session", "round", "play", "ns", "ew"))
    table_boards.sort(key=lambda row: (row.state != TableBoardState.LIVE, -row.round.number, row.board.number))
    owed = boards_hidden_from(user, session)

    def why_not(board: Board) -> str:
        if board.pk in owed:
            return CARDS_OWED.format(board.number)
        return "" if board.known else CARDS_UNKNOWN.format(board.number)

    return [(row, why_not(row.board)) for row in table_boards]


def look(*, user: User, session: Session, table: Table, row_pk: str, why: str = "") -> dict[str, Any]:
    """Record that this director looks at the cards, then return them. Raise Refused if they may not see the board."""
    choices = ((row, why_not) for row, why_not in choices_of(user, session, table) if str(row.pk) == row_pk)
    row, why_not = next(choices, (None, ""))
    if row is None:
        raise Refused("Choose the board that you want to see.")
    if why_not:
        if row.board.known:
            probe_count(Probe.REFUSED_LOOK, table.room_id)
        raise Refused(why_not)
    facts: dict[str, Any] = {"kind": LookKind.TABLE, "opens": OpenedFor.LOOK, "why": name_as_kept(why), "table": table}
    look_note(session=session, boards=[row.board], by=Looker(user=user), **facts)
    return _seen(row)


def _seen(row: TableBoard) -> dict[str, Any]:
    """Return the cards now. `left` has those still held, or None. `record` is None if there is no play on the site."""
    names = names_of([pk for pk in (row.ns_id, row.ew_id) if pk is not None])
    south, north = names.get(row.ns_id or 0, ""), names.get(row.ew_id or 0, "")
    view = view_of(row.play, DIRECTOR) if row.play is not None else None
    return {
        "row": row,
        "at": timezone.now(),
        "words": _play_words(row.play, view) if row.play is not None and view else "",
        "south": south,
        "north": north,
        "dealt": deal_of(row.board),
        "left": laid_out(row.board, _cards(view["hands"])) if view and view["phase"] == "play" else None,
        "record": record_of(view) if view else None,
        "acts": last_acts(row.play, {"S": south, "N": north}) if row.play is not None else [],
    }


def _cards(hands: dict[str, Any]) -> dict[str, tuple[Card, ...]]:
    return {seat: tuple(map(parse_card, hand["cards"] or ())) for seat, hand in hands.items()}


def _play_words(play: Play, view: dict[str, Any]) -> str:
    """Return the state of the play, such as `Trick 6: South to play from East. South has 3 tricks, North 2.`"""
    if play.status == PlayStatus.OVER or view["turn"] is None:
        return f"{rules_for(play.game).result_text(view['outcome'])}." if view["outcome"] else ""
    turn, tricks = view["turn"], view["tricks"]
    who, hand = seat_name(turn["player"]), turn["hand"]
    if turn["what"] == "card":
        awaited = "to play" if hand == turn["player"] else f"to play from {seat_name(hand)}"
    else:
        awaited = AWAITED_ACTS[turn["what"]]
    if view["phase"] != "play":
        return f"The auction: {who} {awaited}."
    number = view["trick"]["number"] if view["trick"] else sum(tricks.values()) + 1
    return f"Trick {number}: {who} {awaited}. South has {tricks['S']}, North {tricks['N']}."
