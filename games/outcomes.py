"""The outcome of a finished deal with a contract: the values needed for scoring, and the result to be shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from games.cards import Card
from games.players import PLAYERS, Pair
from games.wording import came_to_text, contract_written


class Declared(Protocol):
    """The interface for a contract: `games.calls.Contract`, or a game's own class."""

    @property
    def text(self) -> str: ...
    @property
    def declarer(self) -> str: ...


class Cards(Protocol):
    """The interface for any kind of trick that can list its cards."""

    @property
    def cards(self) -> tuple[Card, ...]: ...


@dataclass(frozen=True, slots=True)
class DealResult:
    """A deal's result as it is shown: codes for the contract and declarer, and the result in words.

    Without a contract, both codes are empty and the text says everything: `Passed out`, `South 9 tricks, North 4`. The
    text is marked text (`games.wording`).
    """

    text: str
    contract: str = ""
    declarer: str = ""

    def sentence(self, names: Mapping[str, str]) -> str:
        """Return the result as a sentence, such as `4S by South, made 10 tricks`. `names` has each player's name."""
        if not self.contract:
            return self.text
        return f"{contract_written(self.contract)} by {names[self.declarer]}, {self.text}"


PASSED_OUT = {"contract": "PASS", "declarer": None, "tricks": None, "lead": None, "claimed": False}


def contract_outcome(
    contract: Declared | None, won: Pair, tricks: Iterable[Cards | None], claimed: bool
) -> dict[str, Any]:
    """Return `{"contract", "declarer", "tricks", "lead", "claimed"}`, or PASSED_OUT without a contract.

    `won` holds the numbers of tricks won by S and N. In the result, `tricks` is the number of tricks that declarer
    took; the argument `tricks` has all the tricks in the order in which they were played.
    """
    if contract is None:
        return dict(PASSED_OUT)
    return {
        "contract": contract.text,
        "declarer": contract.declarer,
        "tricks": won[PLAYERS.index(contract.declarer)],
        "lead": opening_lead(tricks),
        "claimed": claimed,
    }


def opening_lead(tricks: Iterable[Cards | None]) -> str | None:
    """Return the first card of these tricks, or None if a claim was made before the opening lead."""
    return next((card.text for trick in tricks if trick for card in trick.cards), None)


def contract_result(outcome: Mapping[str, Any]) -> DealResult:
    """Return the result for an outcome with a bridge contract, or for a board that was passed out."""
    contract, declarer, tricks = outcome["contract"], outcome["declarer"], outcome["tricks"]
    text = came_to_text(contract, tricks)
    return DealResult(text, contract, declarer) if declarer else DealResult(text)
