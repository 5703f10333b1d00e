"""The single call that the player makes, which ends the auction (BS-5 to BS-7)."""

from dataclasses import replace

from games.calls import BIDS, DOUBLE, PASS, REDOUBLE, Contract
from games.cards import SUITS, Card
from games.requests import Refusal
from games.variants.bridge_solitaire.play import lead_to_first_trick
from games.variants.bridge_solitaire.state import PLAYER, STOCK, SolitaireState, jokers

_DOUBLED = ("", DOUBLE, REDOUBLE)  # by the number of jokers: BS-6
_NO_TRUMP_SHAPES = {0: (4, 3, 3, 3), 1: (3, 3, 3, 3), 2: (3, 3, 3, 2)}  # likewise: BS-5
_JOKER_PHRASES = ("", " with a joker", " with two jokers")

Cards = tuple[Card, ...]


def no_trump_refusal(hand: Cards) -> str:
    """Return a sentence saying why no trump may not be bid with these cards, or "" if it is allowed (BS-5, BS-5b)."""
    held = jokers(hand)
    shape = tuple(sorted((sum(card.suit == suit for card in hand) for suit in SUITS), reverse=True))
    if shape == _NO_TRUMP_SHAPES[held]:
        return ""
    lengths = "-".join(str(length) for length in shape)
    needs = "4-3-3-3, 3-3-3-3 with a joker or 3-3-3-2 with two"
    return f"No trump needs a hand of {needs}: yours is {lengths}{_JOKER_PHRASES[held]}"


def call_refusal(state: SolitaireState, call: str) -> Refusal | None:
    """Return why the player may not make this call, or None if the call is legal. It must be the player's turn."""
    if call in (DOUBLE, REDOUBLE):
        return "You cannot double here: the jokers in your hand do it", "BS-6"
    stock_passed = state.auction.last_bid() is None
    if call == PASS:
        return ("The stock passed, so you must bid", "BS-5") if stock_passed else None
    if reason := state.auction.refusal(call):
        return reason, "BS-5a"
    reason = no_trump_refusal(state.hand) if call.endswith("N") else ""
    return (reason, "BS-5") if reason else None


def legal_calls(state: SolitaireState) -> tuple[str, ...]:
    """Return the calls that the player may make: pass first, then bids from the lowest up."""
    return tuple(call for call in (PASS, *BIDS) if call_refusal(state, call) is None)


def call(state: SolitaireState, made: str) -> SolitaireState:
    """Return the state after this legal call, with the contract and, if the player declares, the stock's lead."""
    auction = state.auction.with_call(made)
    last_bid = auction.last_bid()
    assert last_bid is not None
    declarer, bid = last_bid
    contract = Contract.of(bid, _DOUBLED[jokers(state.held)], declarer)
    leader = STOCK if declarer == PLAYER else PLAYER  # BS-7
    # The stock's lead is a new card, so nothing before it can be taken back (BS-13b).
    stock_leads = leader == STOCK
    requests = state.requests.settled() if stock_leads else state.requests.acted(state, PLAYER, f"c:{made}")
    after = replace(state, phase="play", auction=auction, contract=contract, requests=requests)
    return lead_to_first_trick(after, leader)
