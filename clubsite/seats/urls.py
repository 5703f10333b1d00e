from django.urls import path

from clubsite.seats import views
from clubsite.seats.terminal import views as terminal

app_name = "seats"

urlpatterns = [
    path("join/", views.join, name="join"),
    path("join/<str:code>/", views.join_table, name="join-table"),
    path("seat/<str:ticket_id>/leave/", views.leave, name="leave"),
    path("seat/<str:ticket_id>/places/", views.places, name="places"),
    path("seat/<str:ticket_id>/board/", views.board, name="board"),
    path("seat/<str:ticket_id>/board/<int:number>/", views.board, name="board-of"),
    path("slip/<str:key>/", views.lost_slip, name="lost-slip"),
    path("terminal/offline/", terminal.offline, name="terminal-offline"),
    path("seat/<str:ticket_id>/score/", terminal.page, name="terminal"),
    path("seat/<str:ticket_id>/score/state/", terminal.state, name="terminal-state"),
    path("seat/<str:ticket_id>/score/order/", terminal.order, name="terminal-order"),
    path("seat/<str:ticket_id>/score/deal/", terminal.deal, name="terminal-deal"),
    path("seat/<str:ticket_id>/score/call/", terminal.call, name="terminal-call"),
    path("seat/<str:ticket_id>/score/device/", terminal.device, name="terminal-device"),
    path("seat/<str:ticket_id>/score/send/<slug:kind>/", terminal.send, name="terminal-send"),
    path("watch/<str:session_id>/", views.table, name="watched-table"),
    path("watch/<str:session_id>/now/", views.moving, name="watched-now"),
    path("watch/<str:session_id>/now/<int:number>/", views.moving, name="watched-now-of"),
]
