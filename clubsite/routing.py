"""Sockets. A seat's URL names the claim, never the table."""

from django.urls import path

from clubsite.night.consumers import RoomWatcher
from clubsite.play.consumers import SeatConsumer

websocket_urlpatterns = [
    path("seat/<str:claim_id>/socket/", SeatConsumer.as_asgi()),
    path("director/<str:session_id>/socket/", RoomWatcher.as_asgi()),
]
