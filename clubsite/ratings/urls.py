"""Pages about ratings."""

from django.urls import path

from clubsite.ratings import views

app_name = "ratings"

urlpatterns = [
    path("me/rating/", views.own_rating, name="mine"),
    path("clubs/<slug:slug>/players/<int:pk>/rating/", views.rating, name="player"),
]
