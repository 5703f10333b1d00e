"""The games by name. A new game is one more line in each table."""

from collections.abc import Callable, Iterator
from typing import Any

from games.errors import BadSetup
from games.rules import Rules
from games.variants.solo import SOLO
from games.variants.solo.transcript import transcript as solo_transcript

_GAMES: dict[str, Rules[Any]] = {SOLO.name: SOLO}
_TRANSCRIPTS: dict[str, Callable[..., Iterator[str]]] = {SOLO.name: solo_transcript}


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_GAMES)


def rules_for(name: str) -> Rules[Any]:
    """The rules of the game of this name. Raises BadSetup."""
    if name not in _GAMES:
        raise BadSetup(f"There is no game called {name!r}; there are {', '.join(_GAMES)}")
    return _GAMES[name]


def default_options(name: str) -> dict[str, str]:
    """The options of a game with the values they have when nobody chooses."""
    return dict(rules_for(name).default_options)


def transcript_of(name: str) -> Callable[..., Iterator[str]]:
    """The game's `transcript(rules, setup, options, log, viewer)`, giving lines of text. Raises BadSetup."""
    return _TRANSCRIPTS[rules_for(name).name]
