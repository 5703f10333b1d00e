"""`apply`: one action by one actor produces a new state, or raises IllegalAction."""

from dataclasses import replace
from typing import Any

from games import claims_and_undo
from games.calls import CALL_TEXTS, Contract
from games.cards import CARD_TEXTS, Card
from games.claims_and_undo import tricks_left
from games.errors import IllegalAction
from games.players import ACTORS, DIRECTOR, OPPONENT, more
from games.three_hands import DUMMY, led_by
from games.tricks import OrderedTrick
from games.variants.secret_card.legal import (
    SECRET_TEXTS,
    card_refusal,
    secret_must,
    secret_refusal,
    whose_turn,
)
from games.variants.secret_card.state import (
    SecretCardState,
    SecretCardTrick,
    first_phase,
    table_cards,
    turn,
)

_RULE_OF_TURN = {"draft": "SC-1", "auction": "SC-9a", "secret": "SC-10", "play": "SC-16a"}
_DRAFT_TEXTS = ("keep", "reject", "seen")


def apply(state: SecretCardState, actor: str, action: str) -> SecretCardState:
    """Return the state after the action, leaving `state` unchanged. Raise IllegalAction if it is illegal or unknown."""
    if not isinstance(action, str) or actor not in ACTORS:
        raise IllegalAction("That is not an action of this game")
    if state.phase == "over":
        raise IllegalAction("This deal is over", "SC-16")
    if action in claims_and_undo.REQUEST_TEXTS:
        return claims_and_undo.apply(state, state.request_rules, actor, action, tricks_left(state))
    if action in CARD_TEXTS:
        return play_card(state, actor, action)
    if action in CALL_TEXTS:
        return make_call(state, actor, action)
    if action in ("let", "stop"):
        return answer(state, actor, action)
    if action in _DRAFT_TEXTS:
        return take_turn(state, actor, action)
    if action in SECRET_TEXTS:
        return choose_secret(state, actor, action)
    raise IllegalAction("That is not an action of this game")


def _check_turn(state: SecretCardState, actor: str) -> None:
    if actor == DIRECTOR:
        raise IllegalAction("The director makes no calls and plays no cards", "SC-1")
    claims_and_undo.refuse(claims_and_undo.waiting_refusal(state, state.request_rules, actor))
    player = turn(state)
    if player and player != actor:
        raise IllegalAction(f"It is {whose_turn(state, player)}", _RULE_OF_TURN[state.phase])


def _final(state: SecretCardState, **changes: Any) -> SecretCardState:
    """Return the state after an act that cannot be taken back (SC-16g).

    An example is an act after which a player has seen a new card or has answered a question.
    """
    return replace(state, requests=state.requests.settled(), **changes)


# The draft


def take_turn(state: SecretCardState, actor: str, action: str) -> SecretCardState:
    """Keep or reject a turn's first card, or acknowledge its second card. The 26th `seen` ends the draft."""
    if state.phase != "draft":
        raise IllegalAction("The draft is over: no more cards are taken up", "SC-1")
    _check_turn(state, actor)
    draft = state.draft
    if (action == "seen") != draft.decided:
        what = "say that you have seen the second card" if draft.decided else "keep or reject the first card"
        raise IllegalAction(f"Please {what} of this turn", "SC-5c")
    draft = draft.with_seen() if action == "seen" else draft.with_choice(action == "keep")
    after = replace(state, draft=draft, hands=draft.hands())
    if not draft.over:
        return after
    dummy, _ = table_cards(state.table, draft)
    return replace(after, phase="auction", dummy=dummy)


# Calls


def make_call(state: SecretCardState, actor: str, action: str) -> SecretCardState:
    """Make a call. The last call ends the auction and shows the declarer the dummy."""
    if state.phase != "auction":
        when = "begins when the draft is over" if state.phase == "draft" else "has ended"
        raise IllegalAction(f"The auction {when}", "SC-6" if state.phase == "draft" else "SC-8")
    _check_turn(state, actor)
    call = CALL_TEXTS[action]
    claims_and_undo.refuse(state.auction.refusal(call))
    auction = state.auction.with_call(call)
    last_bid = auction.last_bid()
    if not auction.closed or last_bid is None:
        return replace(state, auction=auction, requests=state.requests.acted(state, actor, action))
    declarer, bid = last_bid  # SC-9c
    contract = Contract.of(bid, auction.doubled(), declarer)
    return _final(state, auction=auction, phase="secret", contract=contract)


# The secret card


def choose_secret(state: SecretCardState, actor: str, action: str) -> SecretCardState:
    """Set one of the dummy's cards aside for the declarer (SC-10, SC-16f). The defender then leads."""
    if state.phase != "secret" or state.contract is None:
        raise IllegalAction("The secret card is chosen once, when the auction has ended", "SC-16f")
    _check_turn(state, actor)
    card = SECRET_TEXTS[action]
    if card not in state.dummy:
        raise IllegalAction(f"The dummy does not hold {card.name}: choose one of its cards", "SC-10")
    dummy = tuple(other for other in state.dummy if other != card)
    ready = replace(state, phase="play", dummy=dummy, secret=card, hidden=True)
    return replace(ready, trick=_led_from(ready, OPPONENT[state.contract.declarer]))


def answer(state: SecretCardState, actor: str, action: str) -> SecretCardState:
    """Let the defender's intended card be played, or stop it with the secret card (SC-12, SC-15)."""
    intended, secret = state.intended, state.secret
    if intended is None or secret is None:
        raise IllegalAction("No card of the dummy has been shown that could be stopped", "SC-15")
    _check_turn(state, actor)
    if action == "let":
        return _onward(_final(_with_card(replace(state, intended=None), intended)))
    claims_and_undo.refuse(secret_refusal(state))
    return _onward(_final(_with_secret(replace(state, intended=None))))


# Cards


def play_card(state: SecretCardState, actor: str, action: str) -> SecretCardState:
    """Play a card from the hand on turn, or show the dummy card that the defender intends to play. The last card ends
    the deal.
    """
    if state.phase != "play" or state.trick is None:
        raise IllegalAction("Cards are played when the secret card has been chosen", "SC-10")
    _check_turn(state, actor)
    if state.intended:
        raise IllegalAction("Answer first: let the dummy's card be played, or stop it", "SC-15")
    card, hand = CARD_TEXTS[action], state.trick.cards.to_play
    claims_and_undo.refuse(card_refusal(state, hand, actor, card))
    acted = state.requests.acted(state, actor, action)
    if hand == DUMMY and state.hidden and actor != state.declarer:
        return replace(state, intended=card, requests=acted)
    opening = not state.done and not state.trick.cards.cards
    shown = opening or card == state.secret  # SC-16g: the dummy is opened, or the secret card is shown
    after = _with_secret(state) if card == state.secret else _with_card(state, card)
    after = replace(after, requests=state.requests.settled() if shown else acted)
    return _onward(after)


def _onward(state: SecretCardState) -> SecretCardState:
    """Play the secret card automatically if a defender who plays from the dummy has no other choice (SC-14)."""
    trick = state.trick
    if trick is None or trick.cards.to_play != DUMMY or trick.by == state.declarer or not secret_must(state):
        return state
    return _final(_with_secret(replace(state, forced=len(state.done) + 1)))


def _with_secret(state: SecretCardState) -> SecretCardState:
    """Play the secret card from the dummy on the declarer's behalf.

    If it is the first card of the trick, the declarer counts as the leader (SC-13).
    """
    trick, secret, declarer = state.trick, state.secret, state.declarer
    assert trick is not None and secret is not None and declarer is not None
    order = trick.cards if trick.cards.cards else _from_dummy(declarer).cards
    return _with_card(replace(state, hidden=False, trick=SecretCardTrick(order, declarer)), secret)


def _with_card(state: SecretCardState, card: Card) -> SecretCardState:
    """Play a card from the hand whose turn it is. The third card ends the trick; the thirteenth trick ends the deal."""
    trick, contract = state.trick, state.contract
    assert trick is not None and contract is not None
    hand = trick.cards.to_play
    after = replace(_without(state, hand, card), trick=replace(trick, cards=trick.cards.with_card(card)))
    full = after.trick
    if full is None or not full.cards.complete:
        return after
    place = full.cards.winner(contract.strain)
    winner = full.player_of(place)  # SC-13
    after = replace(after, done=(*state.done, full), won=more(state.won, winner, 1))
    if len(after.done) == 13:
        return replace(after, trick=None, phase="over")
    return replace(after, trick=_from_dummy(winner) if place == DUMMY else _led_from(after, winner))


def _without(state: SecretCardState, hand: str, card: Card) -> SecretCardState:
    if hand == DUMMY:
        return replace(state, dummy=tuple(other for other in state.dummy if other != card))
    south, north = (tuple(other for other in held if other != card) for held in state.hands)
    return replace(state, hands=(south, north))


def _led_from(state: SecretCardState, leader: str) -> SecretCardTrick:
    """Return the next trick, led from this player's own hand.

    The dummy plays last, except in the first phase, when it plays second (SC-11).
    """
    if first_phase(state):
        return SecretCardTrick(OrderedTrick((leader, DUMMY, OPPONENT[leader])), leader)
    return SecretCardTrick(led_by(leader, leader), leader)


def _from_dummy(leader: str) -> SecretCardTrick:
    """Return the next trick, led by this player from the dummy. The leader's own hand plays last (SC-11)."""
    return SecretCardTrick(led_by(leader, DUMMY), leader)
