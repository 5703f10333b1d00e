"""A director's look at a board's cards at a table, for a ruling. The look is recorded before the cards are shown
(SOLO-31).

A director who also plays in the session sees nothing of a board that they still have to play.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.services import name_as_kept
from clubsite.core.probes import Probe, probe_count
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Session, Table, TableBoard, TableBoardState
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.deals import BoardDeal, deal_of, laid_out
from clubsite.nights.services.opening import OpenedFor
from clubsite.play.models import Play, PlayStatus
from clubsite.play.selectors import view_of
from clubsite.results.selectors.replays import record_of
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.visibility.models import LookKind
from clubsite.visibility.services import Looker, look_note
from games.calls import CALL_TEXTS
from games.cards import CARD_TEXTS, parse_card
from games.players import DIRECTOR
from games.registry import rules_for
from games.wording import seat_name

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
    """Return the last actions in the log, including those taken back, newest first.

    `seconds` are those since the previous action, or since the opening of the board for the very first one.
    """
    rows = play.events.filter(seq__lte=play.seq).order_by("-seq").values_list("actor", "action", "at")
    found = list(rows[: MAX_ACTS_SHOWN + 1])
    before = [at for _, _, at in found[1:]] + ([play.opened_at] if len(found) <= MAX_ACTS_SHOWN else [])
    return [
        {
            "who": "The director" if actor == DIRECTOR else names.get(actor) or seat_name(actor),
            "at": at,
            "seconds": max(0, round((at - earlier).total_seconds())),
            **_words_of(actor, action),
        }
        for (actor, action, at), earlier in zip(found, before, strict=False)
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


@dataclass(frozen=True, slots=True)
class InspectionChoice:
    """A board at the table, with its state in words. `why_not` says why its cards cannot be looked at, or is ""."""

    row: TableBoard
    words: str
    why_not: str


def choices_of(user: User, session: Session, table: Table) -> list[InspectionChoice]:
    """Return the boards at the table that can be chosen, newest round first, without their cards."""
    rows = TableBoard.objects.filter(table=table).exclude(state=TableBoardState.VOID)
    found = list(rows.select_related("board__board_set__session", "round", "play", "ns", "ew"))
    found.sort(key=lambda row: (row.state != TableBoardState.LIVE, -row.round.number, row.board.number))
    owed = boards_hidden_from(user, session)
    return [
        InspectionChoice(row, f"round {row.round.number}, {row.get_state_display().lower()}", _why_not(row.board, owed))
        for row in found
    ]


def look(*, user: User, session: Session, table: Table, row_pk: str, why: str = "") -> dict[str, Any]:
    """Record that this director is looking at the cards, then return the cards, for `inspected_cards.html`.

    Raise Refused if the board is not one of the choices, or if this director may not see it.
    """
    choice = next((one for one in choices_of(user, session, table) if str(one.row.pk) == row_pk), None)
    if choice is None:
        raise Refused("Choose the board that you want to see.")
    if choice.why_not:
        if choice.row.board.known:
            probe_count(Probe.REFUSED_LOOK, table.room_id)
        raise Refused(choice.why_not)
    row = choice.row
    look_note(
        session=session,
        boards=[row.board],
        kind=LookKind.TABLE,
        by=Looker(user=user),
        table=table,
        why=name_as_kept(why),
        opens=OpenedFor.LOOK,
    )
    return _seen(row)


def _why_not(board: Board, owed: frozenset[int]) -> str:
    if board.pk in owed:
        return CARDS_OWED.format(board.number)
    return "" if board.known else CARDS_UNKNOWN.format(board.number)


def _seen(row: TableBoard) -> dict[str, Any]:
    """Return the cards at this moment. `left` are those still held, or None before the first card and after the play;
    `record` is None if the board was not played on the site.
    """
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
        "left": _left(row, view) if view and view["phase"] == "play" else None,
        "record": record_of(view) if view else None,
        "acts": last_acts(row.play, {"S": south, "N": north}) if row.play is not None else [],
    }


def _left(row: TableBoard, view: dict[str, Any]) -> BoardDeal:
    hands = view["hands"]
    return laid_out(row.board, {seat: tuple(parse_card(text) for text in hands[seat]["cards"] or ()) for seat in hands})


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
