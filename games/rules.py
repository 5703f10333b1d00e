"""What every game offers. A game is a value without state: its states go in and come out."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from games.options import Options
from games.picks import Pick

S = TypeVar("S")


class Rules(Protocol[S]):
    """The rules of one game, `S` being its frozen state.

    Actions are texts (`c:1S`, `p:S7`), the same in logs and on the wire. Players are texts too (`S`, `N`); a
    director is `D`.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int:
        """Grows when an old log could fold to another state; a play names the version it was played under."""

    @property
    def players(self) -> tuple[str, ...]:
        """("S", "N"), or ("S",) for a game of one."""

    @property
    def options(self) -> Options:
        """The named options of a play with their values, the usual one first."""

    @property
    def secret_verbs(self) -> frozenset[str]:
        """Of actions such as `draw:S7.H3` the verbs whose cards only their player knows before the game is over."""

    def deal(self, seed: str, header: Mapping[str, Any], options: Mapping[str, str], /) -> dict[str, Any]:
        """The setup of a new play, all chance in it taken from the seed.

        `header` is `{"board": 3, "dealer": "S", "vul": "None"}`: the number of the deal, the player who deals (or has
        the dealer's part), who is vulnerable. The setup holds everything that `start` needs: nothing is derived twice.
        """

    def start(self, setup: Mapping[str, Any], options: Mapping[str, str], /) -> S:
        """The state before the first action. Options left out have their usual value. Raises BadSetup."""

    def turn(self, state: S, /) -> str | None:
        """The player who is to act, None when the game is over. Where both may act at once, one of them."""

    def legal(self, state: S, player: str, /) -> tuple[str, ...]:
        """Every action that `apply` accepts from this player now, also out of turn, but for those of `pick`."""

    def pick(self, state: S, player: str, /) -> Pick | None:
        """The choice of several cards that this player has to make now, None if it is none."""

    def apply(self, state: S, player: str, action: str, /) -> S:
        """The state after the action; the old one is unchanged. Raises IllegalAction."""

    def outcome(self, state: S, /) -> dict[str, Any] | None:
        """The result once the game is over, else None: what scoring needs, as JSON values."""

    def result_text(self, outcome: Mapping[str, Any], /) -> str:
        """The result in words: `4S by South, made 10 tricks`."""

    def view(self, state: S, viewer: str, /) -> dict[str, Any]:
        """All that this viewer may know, as JSON values, whole."""
