"""The pages of a night: players' seats and the director's room."""

from django.urls import include, path

urlpatterns = [
    path("", include("clubsite.night.seat_urls")),
    path("movements/", include("clubsite.night.catalogue.urls")),
    path("director/clubs/<slug:slug>/season/", include("clubsite.night.director.season_urls")),
    path("director/", include("clubsite.night.director.urls")),
]
