"""The interface of every game. A game has no state of its own: its functions take a state and return a new one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from games.card_selection import CardPick
from games.options import Options
from games.outcomes import DealResult
from games.wording import SEAT_NAMES, marked, plain

S = TypeVar("S")
Setup = Mapping[str, Any]  # what `start` needs to know about a deal, as JSON values
Chosen = Mapping[str, str]  # options by name


def no_pick(state: object, player: str) -> None:
    """Return None. This is the `pick` of a game in which nobody ever chooses several cards at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Generic[S]):
    """The rules of one game. `S` is the type of the game's frozen state.

    Actions are strings (`c:1S`, `p:S7`), the same in logs and on the wire. Players are strings too (`S`, `N`); a
    director is `D`.
    """

    name: str

    title: str
    """The name as players say it."""

    line: str
    """A sentence about the game, for a list of games."""

    length: str
    """A sentence about the time that it takes."""

    version: int
    """Increased when an old log could fold to another state. A play names the version it was played under."""

    players: tuple[str, ...]
    """("S", "N"), or ("S",) for a game for one player."""

    options: Options
    """The named options of a play with their values, the usual one first."""

    secret_verbs: frozenset[str] = frozenset()
    """Verbs of actions such as `draw:S7.H3`, whose cards only their player may know before the game is over."""

    deal: Callable[[str, Setup, Chosen], dict[str, Any]]
    """`deal(seed, header, options)`: the setup of a new play, all chance in it taken from the seed.

    `header` is `{"board": 3, "dealer": "S", "vul": "None"}`: the number of the deal, the player who deals (or has
    the dealer's part), who is vulnerable. The setup holds everything that `start` needs: nothing is derived twice.
    """

    start: Callable[[Setup, Chosen], S]
    """`start(setup, options)`: the state before the first action. Options left out have their usual value.

    Raise BadSetup.
    """

    turn: Callable[[S], str | None]
    """The player who is to act, None when the game is over. If both may act at once, one of them."""

    legal: Callable[[S, str], tuple[str, ...]]
    """`legal(state, player)`: every action that `apply` accepts from this player (or from `D`) now, also out of turn,
    except those of `pick`."""

    pick: Callable[[S, str], CardPick | None] = no_pick
    """`pick(state, player)`: the choice of several cards that this player has to make now, or None."""

    apply: Callable[[S, str, str], S]
    """`apply(state, player, action)`: the state after the action; the old one is unchanged. Raise IllegalAction."""

    outcome: Callable[[S], dict[str, Any] | None]
    """The result once the game is over, else None: what scoring needs, as JSON values."""

    result: Callable[[Mapping[str, Any]], DealResult]
    """The result of an outcome, for people."""

    names: Mapping[str, str] = field(default_factory=lambda: SEAT_NAMES)
    """The names of the players for sentences."""

    view: Callable[[S, str], dict[str, Any]]
    """`view(state, viewer)`: all that this viewer (a player or `D`) may know, as JSON values, whole.

    Raise ValueError for anybody else.
    """

    @property
    def page(self) -> str:
        """The name of the game's file in `docs/rules` and of its web page, such as `whist-for-two`."""
        return self.name.replace("_", "-")

    def result_text(self, outcome: Mapping[str, Any]) -> str:
        """Return an outcome's result as text, such as `4S by South, made 10 tricks`."""
        return plain(self.result(outcome).sentence(self.names))

    @property
    def marked_names(self) -> dict[str, str]:
        """The players' names for marked text. Bridge Solitaire's stock never reads any text, so its name is plain."""
        return {player: marked(player) if player in self.players else name for player, name in self.names.items()}
