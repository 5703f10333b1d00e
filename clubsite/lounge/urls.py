"""The addresses for home play, under `/play/`."""

from django.urls import path

from clubsite.lounge import challenge_views, club_board_views, keeper_views, lobby_views, meeting_views, views

app_name = "lounge"

urlpatterns = [
    path("play/", views.lounge, name="lounge"),
    path("play/new/<slug:game>/", views.new, name="new"),
    path("play/now/<slug:game>/", views.now, name="now"),
    path("admin/reports/", keeper_views.reports, name="reports"),
    path("admin/open-tables/", keeper_views.open_tables, name="open-tables"),
    path("play/blocked/", meeting_views.blocked, name="blocked"),
    path("play/blocked/<int:pk>/off/", meeting_views.unblock, name="unblock"),
    path("play/match/<str:public_id>/say/", meeting_views.say, name="say"),
    path("play/match/<str:public_id>/clock/", meeting_views.clock, name="clock"),
    path("play/match/<str:public_id>/block/", meeting_views.block, name="block"),
    path("play/match/<str:public_id>/report/", meeting_views.report, name="report"),
    path("play/challenge/", challenge_views.new_challenge, name="new-challenge"),
    path("play/challenge/<str:public_id>/", challenge_views.challenge, name="challenge"),
    path("play/lobby/", lobby_views.waiting, name="lobby"),
    path("play/lobby/<str:public_id>/", lobby_views.take, name="take"),
    path("play/wait/<slug:game>/", lobby_views.wait, name="wait"),
    path("play/from/<str:public_id>/<int:table_board>/<int:seq>/", views.from_position, name="from-position"),
    path("play/board/<str:public_id>/<str:key>/", club_board_views.club_board, name="club-board"),
    path("play/board/<str:public_id>/<str:key>/<str:player>/", club_board_views.from_club, name="from-club"),
    path("play/history/", views.history, name="history"),
    path("play/match/<str:public_id>/", views.match, name="match"),
    path("play/match/<str:public_id>/sit/", views.sit, name="sit"),
    path("play/match/<str:public_id>/end/", views.end, name="end"),
    path("play/match/<str:public_id>/pace/<int:at_once>/", views.pace, name="pace"),
    path("play/match/<str:public_id>/again/", views.again, name="again"),
    path("play/match/<str:public_id>/replay/<int:number>/", views.replay, name="replay"),
    path("play/match/<str:public_id>/replay/<int:number>/verdicts/", views.verdicts, name="verdicts"),
    path("play/match/<str:public_id>/replay/<int:number>/from/<int:seq>/", views.from_here, name="from-here"),
    path("play/match/<str:public_id>/repeat/<int:number>/", views.repeat, name="repeat"),
    path("play/<str:code>/", views.come_in, name="come-in"),
    path("play/<str:code>/qr.svg", views.qr, name="come-in-qr"),
]
