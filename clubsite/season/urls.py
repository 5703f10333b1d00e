"""URLs of a club's standings over many sessions, under `/clubs/<slug>/`."""

from django.urls import path

from clubsite.season import views as views

app_name = "season"

urlpatterns = [
    path("season/", views.season, name="season"),
    path("series/", views.every_series, name="every-series"),
    path("series/<str:public_id>/", views.series, name="series"),
    path("ladder/", views.ladder, name="ladder"),
    path("points/", views.points, name="points"),
    path("records/", views.records, name="records"),
]
