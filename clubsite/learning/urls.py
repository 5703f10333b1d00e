"""The addresses of the learning pages, under `/learn/`."""

from django.urls import path

from clubsite.learning import views

app_name = "learning"

urlpatterns = [
    path("", views.overview, name="overview"),
    path("<slug:game>/", views.lesson, name="lesson"),
    path("<slug:game>/first-hand/", views.first_hand, name="first-hand"),
    path("<slug:game>/rules/", views.rules, name="rules"),
]
