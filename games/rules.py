"""What every game offers. A game is a value without state: its states go in and come out."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

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
    def players(self) -> tuple[str, ...]: ...

    @property
    def default_options(self) -> Mapping[str, str]: ...

    def start(self, setup: Mapping[str, Any], options: Mapping[str, str], /) -> S:
        """The state before the first action. Options left out have their defaults. Raises BadSetup."""

    def turn(self, state: S, /) -> str | None:
        """The player who is to act, None when the game is over."""

    def legal(self, state: S, player: str, /) -> tuple[str, ...]:
        """Every action that `apply` accepts from this player now, also out of turn (a claim, a request)."""

    def apply(self, state: S, player: str, action: str, /) -> S:
        """The state after the action; the old one is unchanged. Raises IllegalAction."""

    def outcome(self, state: S, /) -> dict[str, Any] | None:
        """The result once the game is over, else None."""

    def view(self, state: S, viewer: str, /) -> dict[str, Any]:
        """All that this viewer may know, as JSON values, whole."""
