"""The URLs under `/director/clubs/<slug>/season/`, for a director's decisions that cover many sessions."""

from django.urls import path

from clubsite.season.manage import views

app_name = "season_manage"

urlpatterns = [
    path("", views.season, name="season"),
    path("series/new/", views.series, name="series-new"),
    path("series/<str:public_id>/", views.series, name="series"),
    path("series/<str:public_id>/discard/", views.discard, name="series-discard"),
]
