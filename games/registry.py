"""The registry of games by name. It finds every package in `games.variants`."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from games import variants
from games.errors import BadSetup
from games.game import Game
from games.rules import Rules


def _found() -> dict[str, Game]:
    games: list[Game] = [
        import_module(f"games.variants.{module.name}").GAME for module in iter_modules(variants.__path__)
    ]
    return {game.name: game for game in sorted(games, key=lambda game: game.place)}


_GAMES = _found()


def names() -> tuple[str, ...]:
    return tuple(_GAMES)


def game_for(name: str) -> Game:
    """Return the game with this name. Raise BadSetup if there is no such game."""
    if name not in _GAMES:
        raise BadSetup(f"There is no game called {name!r}; there are {', '.join(_GAMES)}")
    return _GAMES[name]


def rules_for(name: str) -> Rules[Any]:
    """Return the rules of the game with this name. Raise BadSetup if there is no such game."""
    return game_for(name).rules
