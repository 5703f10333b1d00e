"""The parts of a view that have the same form in every game that uses them, as JSON values."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from games.calls import Contract
from games.cards import Card
from games.players import ACTORS, DIRECTOR, OPPONENT, PLAYERS
from games.requests import Refusal, Requests
from games.wording import marked


class ViewedTable(Protocol):
    """The attributes of a table that every view needs."""

    @property
    def board(self) -> int: ...
    @property
    def vul(self) -> str: ...


class Viewed(Protocol):
    """The attributes of a state that every view needs. `won` counts the tricks won by S and by N (or the stock)."""

    @property
    def phase(self) -> str: ...
    @property
    def table(self) -> ViewedTable: ...
    @property
    def requests(self) -> Requests: ...
    @property
    def won(self) -> tuple[int, int]: ...


def view_head(
    game: str,
    state: Viewed,
    viewer: str,
    calls: Iterable[tuple[str, str]] = (),
    viewers: tuple[str, ...] = ACTORS,
) -> dict[str, Any]:
    """Return the values that every view has, with None for values that only some games fill in.

    Raise ValueError if `viewer` is not one of `viewers`.
    """
    if viewer not in viewers:
        raise ValueError(f"{viewer!r} is no viewer of this game: {', '.join(viewers)}")
    return {
        "game": game,
        "phase": state.phase,
        "me": viewer,
        "board": state.table.board,
        "vul": state.table.vul,
        "auction": [{"by": by, "call": call} for by, call in calls],
        "contract": None,
        "tricks": dict(zip(PLAYERS, state.won, strict=True)),
        "claim": None,
        "claim_refused": state.requests.refused_view(),
        "undo": state.requests.undo_view(),
        "taken_back": state.requests.taken_view(),
        "hints": None,
    }


def sees_all(state: Viewed, viewer: str) -> bool:
    """True if nothing is hidden from this viewer: always for the director, and for everyone once the game is over."""
    return state.phase == "over" or viewer == DIRECTOR


def texts(cards: Iterable[Card]) -> list[str]:
    """Return the cards as strings, in the order given."""
    return [card.text for card in cards]


def contract_view(contract: Contract | None) -> dict[str, Any] | None:
    """Return `{"text", "level", "strain", "doubled", "declarer", "needs"}`, or None if there is no contract yet."""
    if contract is None:
        return None
    return {
        "text": contract.text,
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
        "declarer": contract.declarer,
        "needs": contract.needs,
    }


def reasons(cards: Iterable[Card], refusal: Callable[[Card], Refusal | None]) -> dict[str, str]:
    """Return the reason why each unplayable card may not be played, keyed by the card's text."""
    refused = ((card.text, refusal(card)) for card in cards)
    return {text: why[0] for text, why in refused if why}


def answer_prompt(requests: Requests, viewer: str, player: str) -> str:
    """Return, as marked text, the claim or request that `player` is asked to answer.

    Any other viewer is told who has to answer.
    """
    claim, asker = requests.claim, marked(OPPONENT[player])
    if viewer != player:
        return f"{marked(player)} is to answer {'the claim' if claim else 'the request to take back'}"
    if claim is None:
        return f"{asker} asks to take back a call or card\ndo you agree?"
    return f"{asker} claims {claim.takes} of the {claim.of} tricks left\ndo you accept?"
