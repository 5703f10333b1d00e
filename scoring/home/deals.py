"""One finished deal of a match at home, and the parts of its outcome that scoring reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.cards import parse_cards
from games.five_hundred import BIDS, MISERE_CONTRACT, level_of, value
from games.honours import honours
from games.players import PLAYERS, Pair
from scoring.contracts import ALL_TRICKS, ScoredContract, parse_contract
from scoring.errors import ScoreError

PASSED_OUT = "PASS"
TRICKS_OF_500 = 10
_SIDES = {"S": "SE", "N": "NW"}  # SOLO-2: a player's hand and dummy


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished deal: its setup, options and outcome, each as produced by the game's rules."""

    setup: Mapping[str, Any]
    options: Mapping[str, str]
    outcome: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """A bridge contract and the number of tricks, 0 to 13, that its declarer (`S` or `N`) took."""

    contract: ScoredContract
    declarer: str
    tricks: int

    @property
    def is_made(self) -> bool:
        return self.tricks >= self.contract.needs


@dataclass(frozen=True, slots=True)
class Bid:
    """A contract of 500: its points and number of tricks (0 for misère). `won` is the contractor's number of tricks."""

    value: int
    tricks: int
    contractor: str
    won: int


def found(outcome: Mapping[str, Any], name: str) -> Any:
    """Return the part of an outcome with this name. Raise ScoreError if it is missing."""
    if name not in outcome:
        raise ScoreError(f"The outcome does not say its {name!r}.")
    return outcome[name]


def tricks_of(outcome: Mapping[str, Any], all_tricks: int = ALL_TRICKS) -> int:
    """Return the number of declarer's tricks. Raise ScoreError unless it is a number from 0 to `all_tricks`."""
    return _number(found(outcome, "tricks"), all_tricks)


def declarer_of(outcome: Mapping[str, Any]) -> str:
    """Return the declarer of an outcome. Raise ScoreError unless it is `S` or `N`."""
    declarer = found(outcome, "declarer")
    if declarer not in PLAYERS:
        raise ScoreError(f"{declarer!r} is no declarer: S or N.")
    return str(declarer)


def bridge_result(outcome: Mapping[str, Any]) -> Played | None:
    """Return the contract and its tricks, or None for a passed-out deal. Raise ScoreError if either value is wrong."""
    contract = parse_contract(str(found(outcome, "contract")))
    return Played(contract, declarer_of(outcome), tricks_of(outcome)) if contract else None


def penalty_times(played: Played, outcome: Mapping[str, Any]) -> int:
    """Return 2 if the declarer took umbrage and went down (in addition to any double, UM-18, UM-18a), else 1."""
    if "umbrage" not in outcome or played.is_made:
        return 1
    return 2 if found(outcome["umbrage"], played.declarer) else 1


def result_of_500(outcome: Mapping[str, Any]) -> Bid | None:
    """Return the bid and its tricks, or None for a passed-out deal. Raise ScoreError if either value is wrong."""
    contract = found(outcome, "contract")
    if contract == PASSED_OUT:
        return None
    if contract not in (*BIDS, MISERE_CONTRACT):
        raise ScoreError(f"{contract!r} is no bid of 500: write it like 7D, 10N, {MISERE_CONTRACT} or {PASSED_OUT}.")
    won = tricks_of(outcome, TRICKS_OF_500)
    return Bid(value(contract), level_of(contract), declarer_of(outcome), won)


def tricks_of_both(outcome: Mapping[str, Any]) -> Pair:
    """Return the tricks won by S and by N. Raise ScoreError unless they add up to 13."""
    tricks = pair_of(outcome, "tricks")
    if sum(tricks) != ALL_TRICKS:
        raise ScoreError(f"South's and North's tricks are {ALL_TRICKS} together, not {sum(tricks)}.")
    return tricks


def pair_of(outcome: Mapping[str, Any], name: str) -> Pair:
    """Return the figures for S and N, each 0 if not given. Raise ScoreError for anything that is not a figure."""
    figures = found(outcome, name)
    if not isinstance(figures, Mapping) or not set(figures) <= set(PLAYERS):
        raise ScoreError(f"The outcome's {name!r} are figures for S and N.")
    south, north = (_number(figures.get(player, 0)) for player in PLAYERS)
    return south, north


def honours_dealt(setup: Mapping[str, Any], strain: str) -> Pair:
    """Return each player's points for honours as dealt, in the hand or in the dummy, whichever is more (SOLO-26b).

    Raise ScoreError if the setup does not have the four hands.
    """
    hands = setup.get("hands")
    if not isinstance(hands, Mapping) or set(hands) != set("NESW"):
        raise ScoreError("Honours need the four hands as dealt in the setup.")
    try:
        held = {seat: honours(parse_cards(cards), strain) for seat, cards in hands.items()}
    except (ValueError, AttributeError) as error:
        raise ScoreError(f"Honours need the four hands as dealt: {error}.") from None
    south, north = (max(held[seat] for seat in _SIDES[player]) for player in PLAYERS)
    return south, north


def _number(value: Any, most: int | None = None) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0 or (most and value > most):
        raise ScoreError(f"{value!r} is no number of tricks or points{f', 0 to {most}' if most else ''}.")
    return value
