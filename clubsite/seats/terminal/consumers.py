"""The socket of a terminal for typed scores."""

from typing import Any

from clubsite.play.consumers import SeatConsumer


class TerminalWatcher(SeatConsumer):
    """The socket `/seat/<ticket>/score/socket/`: it only says that something has changed, and the page looks.

    A phone goes dark between two boards. Its socket does not report its end, or the player would seem gone each time.
    """

    async def _show(self) -> bool:
        await self.send_json({"t": "changed"})
        return True

    async def _left(self) -> None:
        """Do nothing: `presence_sweep` sees who really has left."""

    async def show(self, text: str) -> None:
        await self.send_json({"t": "changed"})

    async def seat_hint(self, event: dict[str, Any]) -> None:
        await self.send_json({"t": "places"})
