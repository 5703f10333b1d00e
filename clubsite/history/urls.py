"""A person's profile, and the crosstable, under `/clubs/<slug>/`."""

from django.urls import path

from clubsite.history import views

app_name = "history"

urlpatterns = [
    path("clubs/<slug:slug>/players/<int:pk>/", views.player, name="player"),
    path("clubs/<slug:slug>/rivals/", views.rivals, name="rivals"),
    path("me/rating/", views.rating_mine, name="rating-mine"),
    path("clubs/<slug:slug>/players/<int:pk>/rating/", views.rating_player, name="rating-player"),
]
