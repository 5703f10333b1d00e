"""The routes for WebSockets. The URL for a seat contains the ticket, never the table."""

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path, re_path

from clubsite.director.monitor.consumers import monitor_consumer
from clubsite.play.consumers import SeatConsumer
from clubsite.results.consumers import LeaderboardWatcher
from clubsite.seats.terminal.consumers import TerminalWatcher


class Nowhere(AsyncWebsocketConsumer):
    """The consumer for unknown addresses. It closes the socket at once to avoid a traceback in the log."""

    async def connect(self) -> None:
        await self.close(4404)


websocket_urlpatterns = [
    path("seat/<str:ticket_id>/socket/", SeatConsumer.as_asgi()),
    path("seat/<str:ticket_id>/score/socket/", TerminalWatcher.as_asgi()),
    path("director/<str:session_id>/socket/", monitor_consumer),
    path("leaderboard/<str:session_id>/socket/", LeaderboardWatcher.as_asgi()),
    re_path("", Nowhere.as_asgi()),
]
