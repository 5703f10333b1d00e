"""Under `/director/clubs/<slug>/season/`: what a director decides about many nights."""

from django.urls import path

from clubsite.night.director.views import season

urlpatterns = [
    path("", season.season, name="director-season"),
    path("series/new/", season.series, name="director-series-new"),
    path("series/<str:public_id>/", season.series, name="director-series"),
    path("series/<str:public_id>/discard/", season.series_discard, name="director-series-discard"),
]
