from django.urls import path, re_path

from clubsite.api import nights, published, schema_views, season, teams

SESSION = "sessions/<str:public_id>/"
NIGHT = "nights/<str:public_id>/"

app_name = "api"

urlpatterns = [
    path("clubs/", published.Clubs.as_view()),
    path("clubs/<slug:slug>/", published.Club.as_view()),
    path("clubs/<slug:slug>/sessions/", published.ClubSessions.as_view()),
    path("clubs/<slug:slug>/series/", season.SeriesList.as_view()),
    path("clubs/<slug:slug>/series/<str:public_id>/", season.Series.as_view()),
    path("clubs/<slug:slug>/ladder/", season.Ladder.as_view()),
    path("clubs/<slug:slug>/points/", season.Points.as_view()),
    path("clubs/<slug:slug>/awards/", season.Awards.as_view()),
    path("sessions/", published.Sessions.as_view()),
    path(SESSION, published.Session.as_view()),
    path(SESSION + "ranking/", published.Ranking.as_view()),
    path(SESSION + "teams/", teams.Teams.as_view()),
    path(SESSION + "matches/", teams.Matches.as_view()),
    path(SESSION + "travellers/", published.Travellers.as_view()),
    path(SESSION + "boards/", published.Boards.as_view()),
    path(SESSION + "boards/<str:key>/", published.Board.as_view()),
    path(SESSION + "boards/<str:key>/plays/<int:table_board>/", published.Play.as_view()),
    path("nights/", nights.Nights.as_view()),
    path(NIGHT, nights.Night.as_view()),
    path(NIGHT + "ranking/", nights.NightRanking.as_view()),
    path(NIGHT + "teams/", teams.NightTeams.as_view()),
    path(NIGHT + "matches/", teams.NightMatches.as_view()),
    path(NIGHT + "scores/", nights.NightScores.as_view()),
    path(NIGHT + "scores/<int:table_board>/", nights.NightScore.as_view()),
    path("schema.json", schema_views.Schema.as_view(), name="schema"),
    path("docs/", schema_views.Reference.as_view(), name="docs"),
    re_path(r"^(?P<rest>.*)$", published.NoSuchAddress.as_view()),
]
