"""The deal and the taking of umbrage: which hand goes where (UM-1 to UM-4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.cards import FULL_DECK, Card, cards_text
from games.setups import dealt_hands, permutation
from games.shuffle import shuffled

Cards = tuple[Card, ...]

PLACES = ("left", "opponent", "right", "dealer")  # in the order of dealing (UM-1)
SPARE = 26


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands by place. The dealer is one of the players; `left` and `right` are the dealer's spare hands."""

    left: Cards
    opponent: Cards
    right: Cards
    dealer: Cards

    @classmethod
    def from_setup(cls, setup: Mapping[str, Any]) -> "Hands":
        """Return the hands of `setup["hands"]`, keyed by the names in `PLACES`. Raise BadDeal if they are wrong."""
        return cls(**dealt_hands(setup, dict.fromkeys(PLACES, 13)))

    def after(self, dealer_takes: bool, opponent_takes: bool, reshuffle: tuple[int, ...]) -> "Hands":
        """Return the hands once both players have decided (UM-3b).

        A player who takes umbrage exchanges hands with a spare hand. Then the spare cards are numbered, the left hand
        before the right, and dealt again in the order of `reshuffle`, alternately to the left and the right hand.
        """
        if not (dealer_takes or opponent_takes):
            return self
        opponent, left = (self.left, self.opponent) if opponent_takes else (self.opponent, self.left)
        dealer, right = (self.right, self.dealer) if dealer_takes else (self.dealer, self.right)
        spare = left + right
        mixed = tuple(spare[place] for place in reshuffle)
        return Hands(mixed[0::2], opponent, mixed[1::2], dealer)


def deal(seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """Return `{"board", "dealer", "vul", "hands": {"left": "SQ SJ ...", ...}, "reshuffle": [17, 3, ...]}`.

    Each hand lists its cards in the order dealt; the bridge is spread in that order (UM-4a). `reshuffle` has the
    numbers 0 to 25.
    """
    board = header["board"]
    deck = shuffled(FULL_DECK, seed, f"umbrage {board}")
    return {
        "board": board,
        "dealer": header["dealer"],
        "vul": header["vul"],
        "hands": {place: cards_text(deck[turn::4]) for turn, place in enumerate(PLACES)},
        "reshuffle": list(shuffled(range(SPARE), seed, f"umbrage {board} spare hands")),
    }


def reshuffle_of(setup: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the shuffle of the spare cards for use if anyone takes umbrage. Raise BadDeal if it is not valid."""
    return permutation(setup, "reshuffle", SPARE)
