"""Reading and checking the parts of a setup that the two-player games share. Faults are reported as sentences."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from games.boards import VULNERABILITIES
from games.cards import FULL_DECK, Card, read_cards
from games.errors import BadDeal
from games.players import PLAYERS

Cards = tuple[Card, ...]


def player_header(setup: Mapping[str, Any]) -> tuple[int, str, str]:
    """Return a setup's deal number, dealing player and vulnerability. Raise BadDeal if any of them is wrong."""
    board, dealer, vul = setup.get("board"), setup.get("dealer"), setup.get("vul")
    if not isinstance(board, int) or isinstance(board, bool) or board < 1:
        raise BadDeal(None, "board", "a deal has a whole number from 1")
    if dealer not in PLAYERS:
        raise BadDeal(board, "dealer", f"{dealer!r} is not one of the players S, N")
    if vul not in VULNERABILITIES:
        raise BadDeal(board, "vul", f"{vul!r} is not one of {', '.join(VULNERABILITIES)}")
    return board, str(dealer), str(vul)


def dealt_hands(
    setup: Mapping[str, Any], sizes: Mapping[str, int], deck: Iterable[Card] = FULL_DECK
) -> dict[str, Cards]:
    """Return the hands in `setup["hands"]`, `{"S": "SQ SJ ...", ...}`, by name.

    The order within each hand is kept. Raise BadDeal unless the hands have the sizes in `sizes` and together make
    up `deck`.
    """
    board, given = setup.get("board"), setup.get("hands")
    if not isinstance(given, Mapping) or set(given) != set(sizes):
        raise BadDeal(board, "hands", f"these are needed: {', '.join(sizes)}")
    hands = {name: _cards(board, name, given[name]) for name in sizes}
    for name, size in sizes.items():
        if len(hands[name]) != size:
            raise BadDeal(board, f"hands.{name}", f"{len(hands[name])} cards are there instead of {size}")
    held = Counter(card for hand in hands.values() for card in hand)
    wanted = Counter(deck)
    if held != wanted:
        wrong = next(iter((held - wanted) or (wanted - held)))
        fault = "dealt too often" if held[wrong] > wanted[wrong] else "missing"
        raise BadDeal(board, "hands", f"{wrong.name} is {fault}")
    return hands


def permutation(setup: Mapping[str, Any], field: str, size: int) -> tuple[int, ...]:
    """Return the shuffle in this setup field: the numbers 0 to size - 1 in any order. Raise BadDeal if it is wrong."""
    given = setup.get(field)
    if not isinstance(given, list | tuple) or sorted(map(str, given)) != sorted(map(str, range(size))):
        raise BadDeal(setup.get("board"), field, f"the numbers 0 to {size - 1} are needed, each once")
    return tuple(int(number) for number in given)


def _cards(board: Any, name: str, text: object) -> Cards:
    if not isinstance(text, str):
        raise BadDeal(board, f"hands.{name}", "the cards must be written as text")
    try:
        return read_cards(text)
    except ValueError as error:
        raise BadDeal(board, f"hands.{name}", str(error)) from None
