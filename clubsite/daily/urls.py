"""The daily problem, under `/play/daily/`."""

from django.urls import path

from clubsite.daily import views

app_name = "daily"

urlpatterns = [
    path("", views.today, name="today"),
    path("archive/", views.archive, name="archive"),
    path("<str:day>/", views.earlier, name="day"),
    path("<str:day>/answer/", views.answer, name="answer"),
    path("<str:day>/give-up/", views.give_up, name="give-up"),
]
