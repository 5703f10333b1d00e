"""What each viewer may see, as JSON values (SOLO-30). An allow-list: nothing is there by accident."""

from typing import Any

from games.cards import Card, sorted_hand
from games.crow import DUMMIES, DUMMY_OF, HAND_OF, OWNER
from games.players import ACTORS, DIRECTOR, PLAYERS
from games.seats import SEATS, Seat
from games.talk import claim_refusal, undo_refusal
from games.tricks import Trick
from games.variants.solo.hints import hint
from games.variants.solo.legal import card_refusal, hand_to_play, turn_actions
from games.variants.solo.state import State, outcome, tricks_left, turn

Json = dict[str, Any]


def view(state: State, viewer: str) -> Json:
    """The whole view of S, N or D (the director, who sees everything). Raises ValueError for anybody else."""
    if viewer not in ACTORS:
        raise ValueError(f"{viewer!r} is no viewer of this game: S, N or D")
    table = state.table
    everything = state.phase == "over" or viewer == DIRECTOR
    south, north = state.won
    return {
        "game": "solo",
        "phase": state.phase,
        "me": viewer,
        "board": table.board,
        "dealer": str(table.dealer),
        "vul": table.vul,
        "turn": _turn(state),
        "hands": {str(seat): _hand(state, seat, viewer) for seat in SEATS},
        "legal": list(turn_actions(state, viewer)),
        "can": _can(state, viewer),
        "claim_max": tricks_left(state) if state.phase == "play" else 0,
        "why_not": _why_not(state, viewer),
        "auction": [{"by": by, "call": call} for by, call in state.auction.entries()],
        "contract": _contract(state),
        "trick": _trick_on_table(state),
        "last_trick": _complete(state, len(state.done) - 1) if state.done else None,
        "tricks": {"S": south, "N": north},
        "claim": _claim(state),
        "undo": state.talk.undo_view(),
        "hints": _hints(state, viewer),
        "outcome": outcome(state),
        "dealt": _dealt(state) if everything else None,
        "history": _history(state) if everything or table.options["tricks_shown"] == "all" else None,
    }


def sees_hand(state: State, seat: Seat, viewer: str) -> bool:
    """Whether the cards left in this hand are open to this viewer now (SOLO-30)."""
    if state.phase != "play" or seat in DUMMIES or viewer == DIRECTOR:
        return True
    owner = OWNER[seat]
    return owner == viewer or owner in state.talk.shown


def _turn(state: State) -> Json | None:
    player = turn(state)
    if player is None:
        return None
    seat = hand_to_play(state)
    what = "claim" if state.talk.claim else "undo" if state.talk.asking else "card" if seat else "call"
    return {"player": player, "hand": None if seat is None else str(seat), "what": what}


def _hand(state: State, seat: Seat, viewer: str) -> Json:
    cards = state.hands[seat.place]
    owner, count = OWNER[seat], len(cards)
    if seat in DUMMIES:
        dealt = state.table.deal.all_hands[seat.place]
        gone = dealt.index(cards[0]) if cards else 13
        return {"owner": owner, "dummy": True, "count": count, "cards": _texts(cards), "from": gone}
    shown = _texts(sorted_hand(cards)) if sees_hand(state, seat, viewer) else None
    return {"owner": owner, "dummy": False, "count": count, "cards": shown}


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [card.text for card in cards]


def _can(state: State, viewer: str) -> dict[str, bool]:
    over = state.phase == "over"
    return {
        "claim": not over and viewer in PLAYERS and claim_refusal(state, state.table.customs, viewer) is None,
        "undo": not over and undo_refusal(state, state.table.customs, viewer) is None,
    }


def _why_not(state: State, viewer: str) -> dict[str, str]:
    seat = hand_to_play(state)
    if seat is None or OWNER[seat] != viewer:
        return {}
    reasons = ((card.text, card_refusal(state, seat, card)) for card in state.hands[seat.place])
    return {text: reason[0] for text, reason in reasons if reason}


def _contract(state: State) -> Json | None:
    contract = state.contract
    if contract is None:
        return None
    return {
        "text": contract.text,
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
        "declarer": contract.declarer,
        "needs": contract.needs,
    }


def _plays(trick: Trick) -> list[dict[str, str]]:
    return [{"seat": str(seat), "card": card.text} for seat, card in trick.plays()]


def _trick_on_table(state: State) -> Json | None:
    if state.phase != "play" or state.trick is None:
        return None
    trick = state.trick
    return {"number": len(state.done) + 1, "leader": str(trick.leader), "cards": _plays(trick)}


def _complete(state: State, place: int) -> Json:
    trick = state.done[place]
    assert state.contract is not None
    winner = str(trick.winner(state.contract.strain))
    return {"number": place + 1, "leader": str(trick.leader), "cards": _plays(trick), "winner": winner}


def _claim(state: State) -> Json | None:
    if state.talk.claim is None:
        return None
    hand = state.hands[HAND_OF[state.talk.claim.by].place]
    return state.talk.claim_view(_texts(sorted_hand(hand)))


def _hints(state: State, viewer: str) -> Json | None:
    if state.table.options["hints"] == "off":
        return None
    hands = state.table.deal.all_hands if state.phase == "over" else state.hands
    counted = {
        player: state.phase != "play" or viewer in (player, DIRECTOR) for player in PLAYERS
    }  # SOLO-29a
    return {
        player: hint(hands[HAND_OF[player].place] if counted[player] else None, hands[DUMMY_OF[player].place])
        for player in PLAYERS
    }


def _dealt(state: State) -> dict[str, list[str]]:
    hands = state.table.deal.hands()
    return {str(seat): _texts(hand if seat in DUMMIES else sorted_hand(hand)) for seat, hand in hands.items()}


def _history(state: State) -> list[Json]:
    """The complete tricks, and with winner None the one that a claim cut short."""
    tricks = [_complete(state, place) for place in range(len(state.done))]
    trick = state.trick
    if trick and trick.cards:
        cut_short = {
            "number": len(tricks) + 1,
            "leader": str(trick.leader),
            "cards": _plays(trick),
            "winner": None,
        }
        tricks.append(cut_short)
    return tricks
