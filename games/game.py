"""The parts of a game's package other than its rules. `GAME` in `games.variants.<name>` is a `Game`."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from games.option_questions import OptionQuestion
from games.options import Options
from games.robot_views import Chance, View
from games.rules import Chosen, Rules

END_DUMMIES, THREE_HANDS, STOCK = "end_dummies", "three_hands", "stock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game: its rules, robot, matches at home, options in words, and lessons.

    Each package in `games.variants` is a game. `games.registry` finds it by the name `GAME`.
    """

    rules: Rules[Any]

    place: int
    """The game's place in a list of games."""

    family: str
    """Who holds the cards: END_DUMMIES (Crow's method), THREE_HANDS (one dummy for both players) or STOCK."""

    robot: Callable[[View, Chance], str]
    """`robot(view, chance)`: the action for the viewer of this view, who has to act now."""

    strengths: tuple[str, ...]
    """Other robots that play the game at home, weakest first, by their names in `solver.strengths`."""

    questions: Mapping[str, OptionQuestion]
    """The options that are asked at home, those of a play and those of a match."""

    match_options: Options
    """The named options of a match at home with their values, the usual one first."""

    match_kind: Callable[[Chosen], str]
    """`match_kind(options)`: the kind of match in `scoring.home` that these match options ask for."""

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def alone(self) -> bool:
        """True if the game is for one player."""
        return len(self.rules.players) == 1

    @property
    def lesson(self) -> dict[str, Any]:
        """The lesson as TOML values; `clubsite/home/lessons.py` explains the fields."""
        return self._read("lesson.toml")

    @property
    def first_hand(self) -> dict[str, Any]:
        """The first hand to play as TOML values; `clubsite/home/first_hand.py` explains the fields."""
        return self._read("first_hand.toml")

    def _read(self, file: str) -> dict[str, Any]:
        return tomllib.loads(resources.files(f"games.variants.{self.name}").joinpath(file).read_text(encoding="utf-8"))
