"""Test positions for 500 for two: plays from the first call onwards, and positions set up by hand."""

from dataclasses import replace
from typing import Any

from games.cards import cards_text, read_cards
from games.end_dummies import HAND_OF, OWNER
from games.five_hundred import MISERE, MISERE_CONTRACT, PACK, FiveHundredTrick
from games.players import OPPONENT
from games.registry import rules_for
from games.seats import SEATS, Seat
from games.variants.five_hundred_for_two.state import FiveHundredContract, FiveHundredState
from tests.games.plays import Acts

FIVE_HUNDRED = rules_for("five_hundred_for_two")
_acts = Acts(FIVE_HUNDRED)
play, play_on, refused, to_play = _acts.play, _acts.play_on, _acts.refused, _acts.may_play


def setup_of(seed: str = "test", board: int = 1, dealer: str = "N") -> dict[str, Any]:
    """Return a deal. South calls first unless South is the dealer."""
    return FIVE_HUNDRED.deal(seed, {"board": board, "dealer": dealer, "vul": "None"}, {})


def started(dealer: str = "N", seed: str = "test", **options: str) -> FiveHundredState:
    """Return a deal before its first call."""
    return FIVE_HUNDRED.start(setup_of(seed, dealer=dealer), options)


def called(calls: str, dealer: str = "N", **options: str) -> FiveHundredState:
    """Return the state after calls made in turn, such as `"7D P P"`."""
    return play(started(dealer, **options), *(f"c:{call}" for call in calls.split()))


def laid_away(state: FiveHundredState) -> FiveHundredState:
    pick = FIVE_HUNDRED.pick(state, str(FIVE_HUNDRED.turn(state)))
    return play(state, pick.text(pick.cards[:3]))


def position(
    leader: str, trick: str = "", contract: str = "9N", declarer: str = "S", suit: str = "", **given
) -> FiveHundredState:
    """Return a position in play.

    Hands given as `E="S7 HA JK"` show the cards that are left. The other hands, the finished tricks and the three
    cards laid away are filled up from the rest of the pack. Other keyword arguments are options.
    """
    left = {Seat(name): read_cards(text) for name, text in given.items() if name in SEATS}
    options = {name: value for name, value in given.items() if name not in SEATS}
    bid = FiveHundredContract(MISERE_CONTRACT if contract == MISERE else contract, declarer)
    on_table = FiveHundredTrick(Seat(leader), bid.strain, bid.aside, read_cards(trick), suit)
    played = dict(on_table.plays())
    size = max(len(cards) + (seat in played) for seat, cards in left.items() if seat != bid.aside)
    rest = [card for card in PACK if card not in played.values()]
    rest = [card for card in rest if not any(card in cards for cards in left.values())]
    for seat in SEATS:
        if seat not in left:
            count = 10 if seat == bid.aside else size - (seat in played)
            left[seat], rest = tuple(rest[:count]), rest[count:]
    return _state(left, tuple(rest), on_table, bid, {"misere": "on", **options})


def _state(
    left: dict[Seat, Any],
    rest: tuple[Any, ...],
    trick: FiveHundredTrick,
    contract: FiveHundredContract,
    options: dict[str, str],
) -> FiveHundredState:
    kitty, gone = rest[:3], rest[3:]
    first = trick.led_by(Seat.N)
    done = _gone_tricks(first, list(gone))
    dealt = {seat: list(cards) for seat, cards in left.items()}
    for old in (*done, trick):
        for seat, card in old.plays():
            dealt[seat].append(card)
    texts = {str(seat): cards_text(cards) for seat, cards in dealt.items()}
    header = {"board": 1, "dealer": OPPONENT[contract.declarer], "vul": "None"}
    fresh = FIVE_HUNDRED.start({**header, "hands": {**texts, "kitty": cards_text(kitty)}}, options)
    bid = MISERE if contract.misere else contract.text
    winners = [OPPONENT[contract.declarer] if contract.misere else OWNER[old.winner()] for old in done]
    return replace(
        fresh,
        phase="play",
        auction=replace(fresh.auction, calls=(bid, "P", "P")),
        contract=contract,
        hands=tuple(left[seat] for seat in SEATS),
        discards=kitty if fresh.table.opted("kitty", "hand") and not contract.misere else (),
        trick=trick,
        done=done,
        won=(winners.count("S"), winners.count("N")),
    )


def _gone_tricks(first: FiveHundredTrick, gone: list[Any]) -> tuple[FiveHundredTrick, ...]:
    """Return tricks of these cards in which, if possible, both South's and North's own hands followed suit."""
    number = len(gone) // len(first.order)
    pairs = []
    for _ in range(number):
        north = next((card for card in gone if sum(card.suit == other.suit for other in gone) > 1), gone[0])
        gone.remove(north)
        other = next((card for card in gone if card.suit == north.suit), gone[0])
        gone.remove(other)
        pairs.append({Seat.N: north, Seat.S: other})
    return tuple(
        replace(first, cards=tuple(pair[seat] if seat in pair else gone.pop() for seat in first.order))
        for pair in pairs
    )


def own_hand(state: FiveHundredState, player: str) -> list[str]:
    return [card.text for card in state.hands[HAND_OF[player].place]]
