"""A person's profile, under `/clubs/<slug>/`."""

from django.urls import path

from clubsite.history import views

app_name = "history"

urlpatterns = [path("clubs/<slug:slug>/players/<int:pk>/", views.player, name="player")]
