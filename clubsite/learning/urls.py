"""Learning, under `/learn/`."""

from django.urls import path

from clubsite.learning import views

urlpatterns = [
    path("", views.overview, name="learn"),
    path("solo/first-hand/", views.first_hand, name="learn-first-hand"),
    path("<slug:game>/", views.lesson, name="learn-game"),
    path("<slug:game>/rules/", views.rules, name="learn-rules"),
]
