"""`apply`, which carries out one action by one actor. It returns a new state or raises IllegalAction."""

from dataclasses import replace
from typing import Any

from games import claims_and_undo
from games.calls import CALL_TEXTS, Contract
from games.cards import CARD_TEXTS
from games.claims_and_undo import tricks_left
from games.errors import IllegalAction
from games.players import ACTORS, DIRECTOR, OPPONENT, PLAYERS, more
from games.three_hands import led_by
from games.tricks import OrderedTrick
from games.variants.umbrage.bidding import BridgeDraw
from games.variants.umbrage.legal import (
    DECISIONS,
    DRAW_ALL,
    card_refusal,
    may_draw_all,
    pick,
)
from games.variants.umbrage.state import (
    Cards,
    Piles,
    UmbrageState,
    decision,
    placed,
    player_of,
    turn,
)
from games.wording import seat_name


def apply(state: UmbrageState, actor: str, action: str) -> UmbrageState:
    """Return the state after the action, leaving `state` unchanged. Raise IllegalAction if it is illegal or unknown."""
    if state.phase == "over":
        raise IllegalAction("This deal is over", "UM-17")
    if not isinstance(action, str) or actor not in ACTORS:
        raise IllegalAction("That is not an action of this game")
    if action in CARD_TEXTS:
        return play_card(state, actor, action)
    if action in CALL_TEXTS:
        return make_call(state, actor, action)
    if action in DECISIONS:
        return decide(state, actor, DECISIONS[action])
    if action.startswith("draw:"):
        return change_cards(state, actor, action)
    if action in claims_and_undo.REQUEST_TEXTS:
        return claims_and_undo.apply(state, state.table.request_rules, actor, action, tricks_left(state))
    raise IllegalAction("That is not an action of this game")


def _check_turn(state: UmbrageState, actor: str, rule: str) -> None:
    if actor == DIRECTOR:
        raise IllegalAction("The director decides, calls and plays nothing", rule)
    claims_and_undo.refuse(claims_and_undo.waiting_refusal(state, state.table.request_rules, actor))
    player = turn(state)
    if state.phase != "umbrage" and player is not None and player != actor:
        raise IllegalAction(f"It is {seat_name(player)}'s turn: please wait", rule)


# Umbrage


def decide(state: UmbrageState, actor: str, takes: bool) -> UmbrageState:
    """Decide whether to take umbrage. After the second decision the hands are swapped and the bridge is spread."""
    if state.phase != "umbrage":
        raise IllegalAction("Both have decided on umbrage: there is no second time in a deal", "UM-3a")
    _check_turn(state, actor, "UM-3a")
    if decision(state, actor) is not None:
        raise IllegalAction(f"You have decided: wait for {seat_name(OPPONENT[actor])}", "UM-3a")
    south, north = state.took
    took = (takes, north) if actor == "S" else (south, takes)
    if None in took:
        return replace(state, took=took)
    by_dealer = took if state.table.dealer == "S" else took[::-1]
    hands = state.table.dealt.after(bool(by_dealer[0]), bool(by_dealer[1]), state.table.reshuffle)
    return replace(state, took=took, phase="auction", **placed(state.table.dealer, hands))


# Calls


def make_call(state: UmbrageState, actor: str, action: str) -> UmbrageState:
    """Make a call. A pass over a contract leads to a draw, or to the play if the bridge has been used up (UM-13a)."""
    if state.phase == "umbrage":
        raise IllegalAction("Calls are made once both have decided on umbrage", "UM-3a")
    if state.phase == "draw":
        raise IllegalAction("Cards are drawn from the bridge before the next call", "UM-7")
    if state.phase != "auction":
        raise IllegalAction("The auction has ended: it is time to play cards", "UM-11")
    _check_turn(state, actor, "UM-13a")
    call = CALL_TEXTS[action]
    claims_and_undo.refuse(state.bidding.refusal(call))
    bidding = state.bidding.with_call(call)
    after = replace(state, bidding=bidding, requests=state.requests.acted(state, actor, action))
    if bidding.thrown_in:
        return replace(after, phase="over")  # UM-6
    if not bidding.pauses:
        return after
    if not state.bridge:
        return _begin_play(after)  # UM-13
    draw = BridgeDraw(bidding.bidder, len(state.bridge))
    contract = _contract(after) if draw.final else None
    return replace(after, phase="draw", draw=draw, fresh=((), ()), contract=contract)


def _contract(state: UmbrageState) -> Contract:
    bidding = state.bidding
    return Contract.of(bidding.bid, bidding.doubled, bidding.bidder)


def _begin_play(state: UmbrageState) -> UmbrageState:
    contract = _contract(state)
    leader = OPPONENT[contract.declarer]
    lead = led_by(leader, leader)  # UM-14
    return replace(state, phase="play", draw=None, contract=contract, began=state.hands, trick=lead)


# Draws


def change_cards(state: UmbrageState, actor: str, action: str) -> UmbrageState:
    """Exchange cards for the same number of cards from the top of the bridge (UM-13c). `draw:` exchanges no cards."""
    if state.phase != "draw" or state.draw is None:
        raise IllegalAction("Cards are drawn after a pass over a contract, not now", "UM-7")
    _check_turn(state, actor, "UM-13c")
    discarded = _discarded(state, actor, action)
    count = len(discarded)
    draw = state.draw.with_change(count)
    # Once a new card has been seen, nothing can be taken back (UM-17c).
    requests = state.requests.settled() if count else state.requests.acted(state, actor, action)
    after = replace(state, requests=requests, **_exchanged(state, actor, discarded))
    if not draw.over:
        return replace(after, draw=draw, contract=_contract(state) if draw.final else None)
    after = replace(after, draw=None, draws=(*state.draws, (len(state.bidding.calls), draw)))
    if draw.final:
        return _begin_play(after)
    return replace(after, phase="auction", bidding=state.bidding.after_draw())


def _discarded(state: UmbrageState, actor: str, action: str) -> Cards:
    if action == DRAW_ALL and may_draw_all(state, actor):
        return state.hand(actor)
    choice = pick(state, actor)
    assert choice is not None
    return choice.read(action)[0]


def _exchanged(state: UmbrageState, actor: str, discarded: Cards) -> dict[str, Any]:
    """Return the state fields that change when the player lays down these cards and draws the same number of cards."""
    count = len(discarded)
    drawn = state.bridge[:count]
    kept = tuple(card for card in state.hand(actor) if card not in discarded)
    return {
        "hands": state.with_hand(actor, kept + drawn),
        "bridge": state.bridge[count:],
        "fresh": _with_pile(state.fresh, actor, drawn),
        "out": _with_pile(state.out, actor, state.out[PLAYERS.index(actor)] + discarded),
    }


def _with_pile(piles: Piles, player: str, pile: Cards) -> Piles:
    south, north = piles
    return (pile, north) if player == "S" else (south, pile)


# Cards


def play_card(state: UmbrageState, actor: str, action: str) -> UmbrageState:
    """Play a card from the hand whose turn it is. The third card ends the trick, and the last trick ends the deal."""
    if state.phase != "play" or state.trick is None:
        raise IllegalAction("Cards are played once the auction and its draws have ended", "UM-14")
    _check_turn(state, actor, "UM-17a")
    card, hand = CARD_TEXTS[action], state.trick.to_play
    claims_and_undo.refuse(card_refusal(state, hand, card))
    left = tuple(held for held in state.hand(hand) if held != card)
    trick = state.trick.with_card(card)
    opening = not state.done and not state.trick.cards  # it opens the dummy, which cannot be undone (UM-17c)
    requests = state.requests.settled() if opening else state.requests.acted(state, actor, action)
    after = replace(state, hands=state.with_hand(hand, left), trick=trick, requests=requests)
    return _trick_done(after, trick) if trick.complete else after


def _trick_done(state: UmbrageState, trick: OrderedTrick) -> UmbrageState:
    assert state.contract is not None
    hand = trick.winner(state.contract.strain)
    player = player_of(trick, hand)
    changed = replace(state, done=(*state.done, trick), won=more(state.won, player, 1))
    if len(changed.done) == 13:
        return replace(changed, trick=None, phase="over")
    return replace(changed, trick=led_by(player, hand))  # UM-16
