"""The pages of a night: players' seats and the director's room."""

from django.urls import include, path

from clubsite.night import wall_views

urlpatterns = [
    path("", include("clubsite.night.seat_urls")),
    path("leaderboard/<str:session_id>/", wall_views.leaderboard, name="leaderboard"),
    path("leaderboard/<str:session_id>/places/", wall_views.places, name="leaderboard-places"),
    path("movements/", include("clubsite.night.catalogue.urls")),
    path("director/clubs/<slug:slug>/season/", include("clubsite.night.director.season_urls")),
    path("director/", include("clubsite.night.director.urls")),
]
