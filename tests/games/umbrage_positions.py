"""Test positions for Umbrage: plays from the decisions on umbrage onwards, and positions with cards set up by hand."""

from dataclasses import replace
from typing import Any

from games.calls import Contract
from games.cards import FULL_DECK, cards_text, parse_cards
from games.registry import rules_for
from games.tricks import OrderedTrick
from games.variants.umbrage.state import HANDS, UmbrageState
from tests.games.plays import Acts

UMBRAGE = rules_for("umbrage")
_acts = Acts(UMBRAGE)
play, refused = _acts.play, _acts.refused
# Spades are left, hearts with the opponent, diamonds right, clubs with the dealer, each from the ace down.
SUITS_DEALT = {"left": "S", "opponent": "H", "right": "D", "dealer": "C"}


def setup(dealer: str = "S", **given) -> dict[str, Any]:
    """Return a deal in which every hand is a single suit. The reshuffle in the setup keeps the spare cards in order."""
    hands = {place: cards_text(card for card in FULL_DECK if card.suit == suit) for place, suit in SUITS_DEALT.items()}
    plain = {
        "board": 1, "dealer": dealer, "vul": "None", "hands": hands, "reshuffle": list(range(26)),
    }  # fmt: skip
    return {**plain, **given}


def started(dealer: str = "S", **options: str) -> UmbrageState:
    return UMBRAGE.start(setup(dealer), options)


def run(state: UmbrageState, story: str) -> UmbrageState:
    """Return the state after a story such as `"1S P 4 3 2H P 0 6"`: the calls, and for each draw the number of cards
    that are changed, beginning with the lowest.
    """
    for word in story.split():
        state = play(state, change(state, int(word)) if word.isdigit() else f"c:{word}")
    return state


def change(state: UmbrageState, count: int) -> str:
    """Return the action that lays down the last `count` cards of the hand that has to choose."""
    pick = UMBRAGE.pick(state, str(UMBRAGE.turn(state)))
    return "draw:all" if count == 13 else pick.text(pick.cards[13 - count :])


def called(story: str, dealer: str = "S", **options: str) -> UmbrageState:
    """Return the state after a story that starts with the first call and in which nobody has taken umbrage."""
    return run(play(started(dealer, **options), "umbrage:stay", "umbrage:stay"), story)


def seen(state: UmbrageState, viewer: str = "D") -> dict[str, Any]:
    return UMBRAGE.view(state, viewer)


def cards_of(state: UmbrageState, name: str) -> str:
    return " ".join(seen(state)["hands"][name]["cards"])


def legal_words(state: UmbrageState) -> set[str]:
    """Return the calls or cards that are legal for the player whose turn it is, such as `{"P", "1S", ...}`."""
    return {action[2:] for action in seen(state, str(UMBRAGE.turn(state)))["legal"]}


def position(order: str, contract: str = "3N", declarer: str = "S", trick: str = "", **given: str) -> UmbrageState:
    """Return a position in play.

    `order` is the order of the trick, such as `"N S D"`; hands are given as `S="S7 HA"`; other keyword arguments
    are options. Players who have not yet played to this trick hold one more card than the others.
    """
    hands = {name: parse_cards(given[name]) for name in HANDS}
    options = {name: value for name, value in given.items() if name not in HANDS}
    on_table, names = parse_cards(trick), tuple(order.split())
    size = max(len(hands[name]) + (name in names[: len(on_table)]) for name in HANDS)
    rest = [card for card in FULL_DECK if card not in (*on_table, *(c for held in hands.values() for c in held))]
    done = tuple(OrderedTrick(names, tuple(rest[3 * place : 3 * place + 3])) for place in range(13 - size))
    return replace(
        called("1S P 0 0" if declarer == "S" else "P 1S P 0 0", **options),
        hands=tuple(hands[name] for name in HANDS),
        contract=Contract(int(contract[0]), contract[1], contract[2:], declarer),
        trick=OrderedTrick(names, on_table),
        done=done,
        won=(len(done), 0),
    )
