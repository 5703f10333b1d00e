"""The socket of a terminal for typed scores."""

from typing import Any

from clubsite.play.consumers import SeatConsumer


class TerminalWatcher(SeatConsumer):
    """`/seat/<ticket>/score/socket/`: the seat's own line, told only that something has changed; the page looks.

    A phone goes dark between two boards: its socket does not report its end, or the player would seem gone each time.
    """

    async def _show(self) -> bool:
        await self.send_json({"t": "changed"})
        return True

    async def _left(self) -> None:
        """`presence_sweep` sees who really has."""

    async def show(self, text: str) -> None:
        await self.send_json({"t": "changed"})

    async def seat_hint(self, event: dict[str, Any]) -> None:
        await self.send_json({"t": "places"})
