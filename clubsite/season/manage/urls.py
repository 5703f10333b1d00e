"""Under `/director/clubs/<slug>/season/`: what a director decides about many nights."""

from django.urls import path

from clubsite.season.manage import views

urlpatterns = [
    path("", views.season, name="director-season"),
    path("series/new/", views.series, name="director-series-new"),
    path("series/<str:public_id>/", views.series, name="director-series"),
    path("series/<str:public_id>/discard/", views.series_discard, name="director-series-discard"),
]
