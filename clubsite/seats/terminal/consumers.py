"""The socket for terminals, where scores are typed."""

from typing import Any

from clubsite.play.consumers import SeatConsumer


class TerminalWatcher(SeatConsumer):
    """The socket `/seat/<ticket>/score/socket/`. It only says that something has changed; the page fetches the state.

    Phones go to sleep between boards, so the closing of the socket is not recorded. Otherwise the player would seem
    to leave each time the phone sleeps.
    """

    kind = "terminal"

    async def _show(self) -> bool:
        await self.send_json({"t": "changed"})
        return True

    async def _left(self) -> None:
        """Do nothing, because `presence_sweep` finds out who has really left."""

    async def show(self, text: str) -> None:
        await self.send_json({"t": "changed"})

    async def seat_hint(self, event: dict[str, Any]) -> None:
        await self.send_json({"t": "places"})
