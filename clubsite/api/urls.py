from django.urls import path, re_path

from clubsite.api import events, own_sessions, published, schema, season

SESSION = "sessions/<str:public_id>/"
OWN_SESSION = "nights/<str:public_id>/"
HEAT = "heats/<str:heat_id>/"

app_name = "api"

urlpatterns = [
    path("clubs/", published.ClubsView.as_view()),
    path("clubs/<slug:slug>/", published.ClubView.as_view()),
    path("clubs/<slug:slug>/sessions/", published.ClubSessionsView.as_view()),
    path("clubs/<slug:slug>/series/", season.SeriesListView.as_view()),
    path("clubs/<slug:slug>/series/<str:public_id>/", season.SeriesView.as_view()),
    path("clubs/<slug:slug>/ladder/", season.LadderView.as_view()),
    path("clubs/<slug:slug>/points/", season.PointsView.as_view()),
    path("clubs/<slug:slug>/awards/", season.AwardsView.as_view()),
    path("sessions/", published.SessionsView.as_view()),
    path(SESSION, published.SessionView.as_view()),
    path(SESSION + "ranking/", published.RankingView.as_view()),
    path(SESSION + "teams/", season.TeamsView.as_view()),
    path(SESSION + "matches/", season.MatchesView.as_view()),
    path(SESSION + "travellers/", published.TravellersView.as_view()),
    path(SESSION + "proof/", published.DealProofView.as_view()),
    path(SESSION + "boards/", published.BoardsView.as_view()),
    path(SESSION + "boards/<str:key>/", published.BoardView.as_view()),
    path(SESSION + "boards/<str:key>/plays/<int:table_board>/", published.PlayView.as_view()),
    path("nights/", own_sessions.OwnSessionsView.as_view()),
    path(OWN_SESSION, own_sessions.OwnSessionView.as_view()),
    path(OWN_SESSION + "ranking/", own_sessions.OwnRankingView.as_view()),
    path(OWN_SESSION + "teams/", season.OwnTeamsView.as_view()),
    path(OWN_SESSION + "matches/", season.OwnMatchesView.as_view()),
    path(OWN_SESSION + "scores/", own_sessions.OwnScoresView.as_view()),
    path(OWN_SESSION + "scores/<int:table_board>/", own_sessions.OwnScoreView.as_view()),
    path("events/<str:public_id>/", events.EventView.as_view()),
    path("heats/", events.HeatsView.as_view()),
    path(HEAT, events.HeatView.as_view()),
    path(HEAT + "key/", events.HeatKeyView.as_view()),
    path(HEAT + "state/", events.heat_state),
    path(HEAT + "names/", events.HeatNamesView.as_view()),
    path(HEAT + "standing/", events.HeatStandingView.as_view()),
    path(HEAT + "ranking/", events.HeatRankingView.as_view()),
    path("schema.json", schema.SchemaView.as_view(), name="schema"),
    path("docs/", schema.ReferenceView.as_view(), name="docs"),
    re_path(r"^(?P<rest>.*)$", published.NoSuchAddress.as_view()),
]
