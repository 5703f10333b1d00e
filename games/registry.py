"""The registry of games by name. Adding a new game takes one line in this module."""

from typing import Any

from games.errors import BadSetup
from games.rules import Rules
from games.variants.bridge_solitaire import BRIDGE_SOLITAIRE
from games.variants.five_hundred_for_two import FIVE_HUNDRED_FOR_TWO
from games.variants.secret_card import SECRET_CARD
from games.variants.solo import SOLO
from games.variants.umbrage import UMBRAGE
from games.variants.whist_for_two import WHIST_FOR_TWO

_GAMES: dict[str, Rules[Any]] = {
    game.name: game for game in (SOLO, SECRET_CARD, BRIDGE_SOLITAIRE, FIVE_HUNDRED_FOR_TWO, WHIST_FOR_TWO, UMBRAGE)
}


def names() -> tuple[str, ...]:
    return tuple(_GAMES)


def rules_for(name: str) -> Rules[Any]:
    """Return the rules of the game with this name. Raise BadSetup if there is no such game."""
    if name not in _GAMES:
        raise BadSetup(f"There is no game called {name!r}; there are {', '.join(_GAMES)}")
    return _GAMES[name]
