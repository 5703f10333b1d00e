"""Test positions for Two Handed Solo Bridge: plays from the first call onwards, and positions set up by hand."""

from dataclasses import replace

from games.calls import Contract
from games.cards import FULL_DECK, Card, parse_cards
from games.deals import Deal
from games.end_dummies import OWNER
from games.registry import rules_for
from games.seats import SEATS, Seat, clockwise
from games.shuffle import deal_from_seed
from games.tricks import Trick
from games.variants.solo.state import SoloState
from tests.games.plays import Acts

SOLO = rules_for("solo")
_acts = Acts(SOLO)
play, play_on, refused, cards_to_play = _acts.play, _acts.play_on, _acts.refused, _acts.may_play
BOARD_DEALT_BY = {"N": 1, "E": 2, "S": 3, "W": 4}


def started(dealer: str = "S", seed: str = "test", **options: str) -> SoloState:
    """Return a board before its first call."""
    number = BOARD_DEALT_BY[dealer]
    return SOLO.start(deal_from_seed(seed, number).to_setup(number), options)


def called(calls: str, dealer: str = "S", **options: str) -> SoloState:
    """Return the state after calls made in turn, such as `"1S P P"`."""
    return play(started(dealer, **options), *(f"c:{call}" for call in calls.split()))


def position(
    leader: str, trick: str = "", contract: str = "3N", declarer: str = "S", size: int = 0, **given
) -> SoloState:
    """Return a position in play.

    Hands given as `E="S7 HA DK"` show the cards that are left. The other hands and the finished tricks are filled
    up from the deck. `size` is the number of cards left in a hand that has not played to this trick (by default,
    the number in the given hands). Other keyword arguments are options.
    """
    left = {Seat(name): parse_cards(text) for name, text in given.items() if name in SEATS}
    options = {name: value for name, value in given.items() if name not in SEATS}
    order = clockwise(Seat(leader))
    on_table = parse_cards(trick)
    played = dict(zip(order, on_table, strict=False))
    size = size or max(len(cards) + (seat in played) for seat, cards in left.items())
    rest = [c for c in FULL_DECK if c not in on_table and not any(c in cards for cards in left.values())]
    for seat in SEATS:
        if seat not in left:
            count = size - (seat in played)
            left[seat], rest = tuple(rest[:count]), rest[count:]
    return _state(left, played, rest, Trick(Seat(leader), on_table), _contract(contract, declarer), options)


def _contract(text: str, declarer: str) -> Contract:
    return Contract(int(text[0]), text[1], text[2:], declarer)


def _state(
    left: dict[Seat, tuple[Card, ...]],
    played: dict[Seat, Card],
    gone: list[Card],
    trick: Trick,
    contract: Contract,
    options: dict[str, str],
) -> SoloState:
    done = tuple(Trick(Seat.N, tuple(gone[place : place + 4])) for place in range(0, len(gone), 4))
    dealt = []
    for seat in SEATS:
        earlier = tuple(old.cards[seat.place] for old in done)
        dealt.append((*left[seat], *((played[seat],) if seat in played else ()), *earlier))
    setup = Deal.of(dealt, 3).to_setup(3)
    fresh = SOLO.start(setup, options)
    bid = f"{contract.level}{contract.strain}"
    first = ("P",) if fresh.auction.caller != contract.declarer else ()
    auction = replace(fresh.auction, calls=(*first, bid, "P", "P"))
    winners = [OWNER[old.winner(contract.strain)] for old in done]
    return replace(
        fresh,
        phase="play",
        auction=auction,
        contract=contract,
        hands=tuple(left[seat] for seat in SEATS),
        trick=trick,
        done=done,
        won=(winners.count("S"), winners.count("N")),
    )


def mid_trick(**options: str) -> SoloState:
    """Return a state in which North has led, and South is to play from the East dummy and then from hand."""
    hands = {"N": "H2 C2 S2", "E": "HA C3 S3 HT", "S": "HK CA SA DA", "W": "H5 C5 S5 D5"}
    return position(leader="N", trick="H9", **hands, **options)
