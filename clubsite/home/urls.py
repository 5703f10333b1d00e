"""The addresses for home play, under `/play/`, and of the learning pages, under `/learn/`."""

from django.urls import path

from clubsite.home.views import challenges, lessons, lobby, tables

app_name = "home"

urlpatterns = [
    path("learn/", lessons.overview, name="overview"),
    path("learn/<slug:game>/", lessons.lesson, name="lesson"),
    path("learn/<slug:game>/first-hand/", lessons.first_hand, name="first-hand"),
    path("learn/<slug:game>/rules/", lessons.rules, name="rules"),
    path("play/", tables.lounge, name="lounge"),
    path("play/new/<slug:game>/", tables.new, name="new"),
    path("play/now/<slug:game>/", tables.now, name="now"),
    path("admin/reports/", lobby.reports, name="reports"),
    path("admin/open-tables/", lobby.open_tables, name="open-tables"),
    path("play/blocked/", lobby.blocked, name="blocked"),
    path("play/blocked/<int:pk>/off/", lobby.unblock, name="unblock"),
    path("play/match/<str:public_id>/say/", lobby.say, name="say"),
    path("play/match/<str:public_id>/clock/", lobby.clock, name="clock"),
    path("play/match/<str:public_id>/block/", lobby.block, name="block"),
    path("play/match/<str:public_id>/report/", lobby.report, name="report"),
    path("play/challenge/", challenges.new_challenge, name="new-challenge"),
    path("play/challenge/<str:public_id>/", challenges.challenge, name="challenge"),
    path("play/lobby/", lobby.waiting, name="lobby"),
    path("play/lobby/<str:public_id>/", lobby.take, name="take"),
    path("play/wait/<slug:game>/", lobby.wait, name="wait"),
    path("play/from/<str:public_id>/<int:table_board>/<int:seq>/", challenges.from_position, name="from-position"),
    path("play/board/<str:public_id>/<str:key>/", challenges.club_board, name="club-board"),
    path("play/board/<str:public_id>/<str:key>/<str:player>/", challenges.from_club, name="from-club"),
    path("play/history/", tables.history, name="history"),
    path("play/match/<str:public_id>/", tables.match, name="match"),
    path("play/match/<str:public_id>/sit/", tables.sit, name="sit"),
    path("play/match/<str:public_id>/end/", tables.end, name="end"),
    path("play/match/<str:public_id>/pace/<int:at_once>/", tables.pace, name="pace"),
    path("play/match/<str:public_id>/again/", tables.again, name="again"),
    path("play/match/<str:public_id>/replay/<int:number>/", tables.replay, name="replay"),
    path("play/match/<str:public_id>/replay/<int:number>/verdicts/", tables.verdicts, name="verdicts"),
    path("play/match/<str:public_id>/replay/<int:number>/from/<int:seq>/", challenges.from_here, name="from-here"),
    path("play/match/<str:public_id>/repeat/<int:number>/", tables.repeat, name="repeat"),
    path("play/<str:code>/", tables.come_in, name="come-in"),
    path("play/<str:code>/qr.svg", tables.qr, name="come-in-qr"),
]
