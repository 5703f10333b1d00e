"""The daily problem, under `/play/daily/`."""

from django.urls import path

from clubsite.daily import views

urlpatterns = [
    path("", views.today, name="daily"),
    path("archive/", views.archive, name="daily-archive"),
    path("<str:day>/", views.earlier, name="daily-day"),
    path("<str:day>/answer/", views.answer, name="daily-answer"),
    path("<str:day>/give-up/", views.give_up, name="daily-give-up"),
]
