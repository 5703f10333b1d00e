"""`apply`: one action by one actor produces a new state, or raises IllegalAction."""

from dataclasses import replace

from games import claims_and_undo
from games.cards import Card
from games.end_dummies import HAND_OF
from games.end_dummies_play import whose_turn, with_trick
from games.errors import IllegalAction
from games.five_hundred import MISERE, MISERE_CONTRACT, FiveHundredTrick
from games.players import ACTORS, DIRECTOR, OPPONENT, PLAYERS
from games.variants.five_hundred_for_two.auction import CALL_TEXTS
from games.variants.five_hundred_for_two.legal import CARD_TEXTS, DISCARD, card_refusal, naming_refusal, pick
from games.variants.five_hundred_for_two.state import (
    TRICKS,
    FiveHundredContract,
    FiveHundredState,
    tricks_left,
    turn,
    with_own_hand,
)

TURN_RULES = {"auction": "FH-10", "discard": "FH-14", "play": "FH-18"}


def apply(state: FiveHundredState, actor: str, action: str) -> FiveHundredState:
    """Return the state after the action, leaving `state` unchanged. Raise IllegalAction if it is illegal or unknown."""
    if state.phase == "over":
        raise IllegalAction("This deal is over")
    if not isinstance(action, str) or actor not in ACTORS:
        raise IllegalAction("That is not an action of this game")
    if action in CARD_TEXTS:
        return play_card(state, actor, action)
    if action in CALL_TEXTS:
        return make_call(state, actor, action)
    if action in claims_and_undo.REQUEST_TEXTS:
        return claims_and_undo.apply(state, state.table.request_rules, actor, action, tricks_left(state))
    if action.startswith(f"{DISCARD}:"):
        return lay_away(state, actor, action)
    raise IllegalAction("That is not an action of this game")


def _check_turn(state: FiveHundredState, actor: str) -> None:
    if actor == DIRECTOR:
        raise IllegalAction("The director makes no calls and plays no cards", "FH-2")
    claims_and_undo.refuse(claims_and_undo.waiting_refusal(state, state.table.request_rules, actor))
    if turn(state) != actor:
        raise IllegalAction(f"It is {whose_turn(state, turn(state))}", TURN_RULES[state.phase])


def make_call(state: FiveHundredState, actor: str, action: str) -> FiveHundredState:
    """Make a call. The last call ends the auction, and also ends the deal if the deal is thrown in."""
    if state.phase != "auction":
        raise IllegalAction("The auction has ended: no more calls are made", "FH-11")
    _check_turn(state, actor)
    call = CALL_TEXTS[action]
    claims_and_undo.refuse(state.auction.refusal(call))
    called = replace(state, auction=state.auction.with_call(call), requests=state.requests.acted(state, actor, action))
    if not called.auction.closed:
        return called
    last_bid = called.auction.last_bid()
    if last_bid is None:
        return replace(called, phase="over")  # FH-11
    contractor, bid = last_bid  # FH-12
    text = MISERE_CONTRACT if bid == MISERE else bid
    return _after_auction(replace(called, contract=FiveHundredContract(text, contractor)))


def _after_auction(state: FiveHundredState) -> FiveHundredState:
    """Give the contractor the kitty, or begin the play (FH-14, FH-16, FH-31)."""
    assert state.contract is not None
    if not state.kitty_taken:
        return _with_lead(state)
    contractor = state.contract.declarer
    held = state.hands[HAND_OF[contractor].place] + state.table.kitty
    hands = with_own_hand(state.hands, contractor, held)
    taken = replace(state, phase="discard", hands=hands)
    if state.table.opted("auction", "closed"):  # the contractor has seen new cards: no call can be taken back
        return replace(taken, requests=taken.requests.settled())
    return taken


def _with_lead(state: FiveHundredState) -> FiveHundredState:
    """Begin the play, with the opening lead still to come (FH-17, FH-31)."""
    contract = state.contract
    assert contract is not None
    contractor_leads = contract.misere or state.table.opted("first_lead", "contractor")
    leader = contract.declarer if contractor_leads else OPPONENT[contract.declarer]
    return replace(state, phase="play", trick=FiveHundredTrick(HAND_OF[leader], contract.strain, contract.aside))


def lay_away(state: FiveHundredState, actor: str, action: str) -> FiveHundredState:
    """Lay away the contractor's three discards. The choice is final (FH-14)."""
    if state.phase != "discard":
        raise IllegalAction("Cards are laid away only after the auction, once, by the contractor", "FH-14")
    _check_turn(state, actor)
    choice = pick(state, actor)
    assert choice is not None
    discards, _ = choice.read(action)
    kept = tuple(card for card in choice.cards if card not in discards)
    hands = with_own_hand(state.hands, actor, kept)
    return _with_lead(replace(state, hands=hands, discards=discards, requests=state.requests.settled()))


def play_card(state: FiveHundredState, actor: str, action: str) -> FiveHundredState:
    """Play a card from the hand on turn. A trick's last card ends the trick, and the last trick ends the deal."""
    if state.phase != "play" or state.trick is None:
        raise IllegalAction("Cards are played once the auction and the discards are done", "FH-14")
    _check_turn(state, actor)
    card, suit = CARD_TEXTS[action]
    seat = state.trick.to_play
    claims_and_undo.refuse(card_refusal(state, seat, card) or naming_refusal(state, seat, card, suit))
    after = replace(_with_card(state, card, suit), requests=state.requests.acted(state, actor, action))
    last = len(after.done) == TRICKS - 1 and state.table.opted("autoplay", "last_trick")
    while last and after.trick is not None:  # a joker led names no suit here, as it wins
        after = _with_card(after, after.hands[after.trick.to_play.place][0])
    return after


def _with_card(state: FiveHundredState, card: Card, suit: str = "") -> FiveHundredState:
    """Return the state after the hand on turn plays this card. `suit` is the suit named for a joker that is led.

    A misère contract ends as soon as the contractor wins a trick (FH-32).
    """
    trick, contract = state.trick, state.contract
    assert trick is not None and contract is not None
    after = with_trick(state, card, trick.with_card(card, suit), FiveHundredTrick.winner, trick.led_by)
    if contract.misere and after.won[PLAYERS.index(contract.declarer)]:
        return replace(after, phase="over", trick=None)  # FH-32
    return after
