from django.urls import path

from clubsite.seats import views as views
from clubsite.seats.terminal import views as terminal

urlpatterns = [
    path("join/", views.join, name="join"),
    path("join/<str:code>/", views.join_table, name="join-table"),
    path("seat/<str:claim_id>/leave/", views.leave, name="seat-leave"),
    path("seat/<str:claim_id>/places/", views.places, name="seat-places"),
    path("seat/<str:claim_id>/score/", terminal.page, name="terminal"),
    path("seat/<str:claim_id>/score/mark/", terminal.mark, name="terminal-mark"),
    path("seat/<str:claim_id>/score/places/", terminal.places, name="terminal-places"),
    path("seat/<str:claim_id>/score/<slug:act>/", terminal.act, name="terminal-act"),
]
