"""The outcome of a deal that is over, where there is a contract: what scoring needs, and the result to be shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from games.cards import Card
from games.players import PLAYERS, Pair
from games.wording import came_to_text, contract_written


class Declared(Protocol):
    """A contract, be it `games.calls.Contract` or a game's own."""

    @property
    def text(self) -> str: ...
    @property
    def declarer(self) -> str: ...


class Cards(Protocol):
    """Any trick, as far as its cards go."""

    @property
    def cards(self) -> tuple[Card, ...]: ...


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal went, to be shown: the contract and its declarer as codes, and in words what it came to.

    Without a contract both codes are empty and the words say it all: `Passed out`, `South 9 tricks, North 4`. They are
    a marked text (`games.wording`).
    """

    text: str
    contract: str = ""
    declarer: str = ""

    def sentence(self, names: Mapping[str, str]) -> str:
        """`4S by South, made 10 tricks`; `names` by player."""
        if not self.contract:
            return self.text
        return f"{contract_written(self.contract)} by {names[self.declarer]}, {self.text}"


PASSED_OUT = {"contract": "PASS", "declarer": None, "tricks": None, "lead": None, "claimed": False}


def contract_outcome(
    contract: Declared | None, won: Pair, tricks: Iterable[Cards | None], claimed: bool
) -> dict[str, Any]:
    """`{"contract", "declarer", "tricks", "lead", "claimed"}`; PASSED_OUT without a contract.

    `won` are the tricks of S and of N, of which the declarer's are told; `tricks` those played, the first first.
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
    """The first card of these tricks, None if a claim came before it."""
    return next((card.text for trick in tricks if trick for card in trick.cards), None)


def contract_result(outcome: Mapping[str, Any]) -> DealResult:
    """The result of an outcome with a bridge contract in it, or passed out."""
    contract, declarer, tricks = outcome["contract"], outcome["declarer"], outcome["tricks"]
    text = came_to_text(contract, tricks)
    return DealResult(text, contract, declarer) if declarer else DealResult(text)
