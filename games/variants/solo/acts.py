"""`apply`: one action by one actor, to a new state or an IllegalAction."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.calls import Contract
from games.cards import Card
from games.errors import IllegalAction
from games.tricks import Trick
from games.variants.solo.legal import (
    CALL_TEXTS,
    CARD_TEXTS,
    CLAIM_TEXTS,
    Refusal,
    card_refusal,
    claim_refusal,
    owner_of_turn,
    undo_refusal,
    waiting_refusal,
)
from games.variants.solo.state import (
    DIRECTOR,
    HAND_OF,
    OPPONENT,
    OWNER,
    PLAYER_NAME,
    PLAYERS,
    Act,
    Claim,
    State,
    tricks_left,
    turn,
)


def apply(state: State, actor: str, action: str) -> State:
    """The state after the action; `state` is unchanged. Raises IllegalAction, also for what is no action."""
    if state.phase == "over":
        raise IllegalAction("This board is over", "SOLO-19")
    if not isinstance(action, str) or actor not in (*PLAYERS, DIRECTOR):
        raise IllegalAction("That is not an action of this game")
    if action in CARD_TEXTS:
        return play_card(state, actor, action)
    if action in CALL_TEXTS:
        return make_call(state, actor, action)
    if action in CLAIM_TEXTS:
        return make_claim(state, actor, CLAIM_TEXTS[action])
    if action in _ANSWERS:
        return _ANSWERS[action](state, actor)
    raise IllegalAction("That is not an action of this game")


def _refuse(refusal: Refusal | None) -> None:
    if refusal:
        raise IllegalAction(*refusal)


def _check_turn(state: State, actor: str) -> None:
    if actor == DIRECTOR:
        raise IllegalAction("The director makes no calls and plays no cards", "SOLO-2")
    _refuse(waiting_refusal(state, actor))
    if turn(state) != actor:
        rule = "SOLO-7a" if state.phase == "auction" else "SOLO-14a"
        raise IllegalAction(f"It is {owner_of_turn(state)}", rule)


def _next(state: State, actor: str, action: str, **changes: Any) -> State:
    return replace(state, last=Act(actor, action), before=state, **changes)


# Calls


def make_call(state: State, actor: str, action: str) -> State:
    """A call; the last one ends the auction and starts the play, or ends a board passed out."""
    if state.phase != "auction":
        raise IllegalAction("The auction has ended: it is time to play cards", "SOLO-8")
    _check_turn(state, actor)
    call = CALL_TEXTS[action]
    if reason := state.auction.refusal(call):
        raise IllegalAction(reason, "SOLO-7a")
    auction = state.auction.with_call(call)
    if not auction.closed:
        return _next(state, actor, action, auction=auction)
    last_bid = auction.last_bid()
    if last_bid is None:
        return _next(state, actor, action, auction=auction, phase="over")  # SOLO-9
    declarer, bid = last_bid  # SOLO-11
    contract = Contract(int(bid[0]), bid[1], auction.doubled(), declarer)
    lead = Trick(HAND_OF[OPPONENT[declarer]])  # SOLO-13
    return _next(state, actor, action, auction=auction, phase="play", contract=contract, trick=lead)


# Cards


def play_card(state: State, actor: str, action: str) -> State:
    """A card from the hand whose turn it is; the fourth ends the trick, the last ends the board."""
    if state.phase != "play" or state.trick is None:
        raise IllegalAction("Cards are played once the auction has ended", "SOLO-12")
    _check_turn(state, actor)
    card = CARD_TEXTS[action]
    _refuse(card_refusal(state, state.trick.to_play, card))
    after = _next(state, actor, action, **_card_changes(state, card))
    if len(after.done) == 12 and after.table.options["autoplay"] == "last_trick":
        while after.trick is not None:  # SOLO-22c
            only = after.hands[after.trick.to_play.place][0]
            after = replace(after, **_card_changes(after, only))
    return after


def _card_changes(state: State, card: Card) -> dict[str, Any]:
    """What of the state changes when the hand on turn plays this card."""
    assert state.trick is not None and state.contract is not None
    seat = state.trick.to_play
    hand = state.hands[seat.place]
    at = hand.index(card)
    left = hand[:at] + hand[at + 1 :]
    hands = (*state.hands[: seat.place], left, *state.hands[seat.place + 1 :])
    trick = state.trick.with_card(card)
    if not trick.complete:
        return {"hands": hands, "trick": trick}
    winner = trick.winner(state.contract.strain)
    changes = {"hands": hands, "done": (*state.done, trick), "won": _more(state.won, OWNER[winner], 1)}
    if len(state.done) == 12:
        return {**changes, "trick": None, "phase": "over"}
    return {**changes, "trick": Trick(winner)}  # SOLO-18


def _more(won: tuple[int, int], player: str, tricks: int) -> tuple[int, int]:
    south, north = won
    return (south + tricks, north) if player == "S" else (south, north + tricks)


# Claims (SOLO-21, SOLO-21a)


def make_claim(state: State, actor: str, takes: int) -> State:
    """A claim of `takes` of the tricks left, at any time in the play, out of turn too; play stops."""
    if actor == DIRECTOR:
        raise IllegalAction("The director claims no tricks", "SOLO-21")
    _refuse(claim_refusal(state, actor))
    left = tricks_left(state)
    if takes > left:
        raise IllegalAction(f"Only {left} trick{'s are' if left > 1 else ' is'} left to claim", "SOLO-21a")
    shows = takes > 0 and state.table.options["claim_shows"] == "yes" and actor not in state.shown
    shown = (*state.shown, actor) if shows else state.shown
    # The opponent will have acted on whatever came before: nothing of it can be taken back (SOLO-22b).
    return replace(state, claim=Claim(actor, takes, left), shown=shown, last=None)


def _claim_for(state: State, actor: str) -> Claim:
    if state.claim is None:
        raise IllegalAction("There is no claim to answer", "SOLO-21")
    if actor != OPPONENT[state.claim.by]:
        raise IllegalAction(f"{PLAYER_NAME[OPPONENT[state.claim.by]]} answers this claim", "SOLO-21")
    return state.claim


def accept(state: State, actor: str) -> State:
    """The claim is agreed on: the board is over and its trick count final."""
    claim = _claim_for(state, actor)
    won = _more(_more(state.won, claim.by, claim.takes), actor, claim.of - claim.takes)
    return replace(state, phase="over", won=won, claim=None, claimed=True)


def refuse(state: State, actor: str) -> State:
    """Play goes on; a hand shown with the claim stays open."""
    _claim_for(state, actor)
    return replace(state, claim=None, refused_in=len(state.done))


# Taking back (SOLO-22b)


def ask_undo(state: State, actor: str) -> State:
    """The director takes back the last call or card; with `undo = consent` its player asks for it."""
    _refuse(undo_refusal(state, actor))
    return _taken_back(state) if actor == DIRECTOR else replace(state, asking=actor)


def _request_for(state: State, actor: str) -> None:
    if state.asking is None:
        raise IllegalAction("Nobody has asked to take anything back", "SOLO-22b")
    if actor != OPPONENT[state.asking]:
        raise IllegalAction(f"{PLAYER_NAME[OPPONENT[state.asking]]} answers this request", "SOLO-22b")


def consent(state: State, actor: str) -> State:
    """The opponent lets the last call or card be taken back."""
    _request_for(state, actor)
    return _taken_back(state)


def decline(state: State, actor: str) -> State:
    """The last call or card stands, and is not asked for again."""
    _request_for(state, actor)
    return replace(state, asking=None, last=None)


def _taken_back(state: State) -> State:
    assert state.last is not None and state.before is not None
    earlier = state.before
    # An act before it goes too only if the same player made it: the opponent had acted on any other.
    still = earlier.last if earlier.last and earlier.last.by == state.last.by else None
    return replace(earlier, last=still)


_ANSWERS: dict[str, Callable[[State, str], State]] = {
    "accept": accept,
    "refuse": refuse,
    "undo": ask_undo,
    "undo:yes": consent,
    "undo:no": decline,
}
