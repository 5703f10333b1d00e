from django.urls import path

from clubsite.results import reader_views, views

app_name = "results"

urlpatterns = [
    path("", views.home, name="home"),
    path("me/", views.me, name="me"),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/me/<int:pk>/", reader_views.this_is_me, name="this-is-me"),
    path("clubs/<slug:slug>/me/<int:pk>/ask/", reader_views.ask_for_name, name="ask-for-name"),
    path("clubs/<slug:slug>/me/not/", reader_views.not_me, name="not-me"),
    path("clubs/<slug:slug>/people/asked/", reader_views.asked, name="names-asked"),
    path("clubs/<slug:slug>/results/", views.results, name="club-results"),
    path("results/<str:public_id>/", views.ranking, name="ranking"),
    path("results/<str:public_id>/proof/", views.deal_proof, name="deal-proof"),
    path("results/<str:public_id>/waiting/", views.waiting, name="waiting"),
    path("results/<str:public_id>/player/<str:label>/", views.player, name="player-card"),
    path("results/<str:public_id>/corrections/", views.corrections, name="corrections"),
    path("results/<str:public_id>/looks/", views.looks, name="looks"),
    path("results/<str:public_id>/correction/", reader_views.correction, name="correction"),
    path("results/<str:public_id>/boards/", views.boards, name="boards"),
    path("results/<str:public_id>/hands/", views.hands, name="hands"),
    path("results/<str:public_id>/board/<str:key>/", views.board, name="board"),
    path("results/<str:public_id>/board/<str:key>/field/", views.field, name="field"),
    path("results/<str:public_id>/board/<str:key>/replay/<int:table_board>/", views.replay, name="replay"),
    path(
        "results/<str:public_id>/board/<str:key>/replay/<int:table_board>/verdicts/",
        views.verdicts,
        name="replay-verdicts",
    ),
    path("leaderboard/<str:session_id>/", views.leaderboard, name="leaderboard"),
    path(
        "leaderboard/<str:session_id>/places/",
        views.leaderboard,
        {"template": "results/_leaderboard.html"},
        name="leaderboard-places",
    ),
    path("clubs/<slug:slug>/mail/", reader_views.of_club, name="mail-club"),
    path("mail/<str:token>/confirm/", reader_views.confirm, name="mail-confirm"),
    path("mail/<str:token>/stop/", reader_views.stop, name="mail-stop"),
]
