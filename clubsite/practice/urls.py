from django.urls import path

from clubsite.practice import views

app_name = "practice"

urlpatterns = [
    path("me/mistakes/", views.puzzles, name="puzzles"),
    path("me/mistakes/<int:table_board>/<int:seq>/", views.puzzle, name="puzzle"),
    path("play/daily/", views.today, name="today"),
    path("play/daily/archive/", views.archive, name="archive"),
    path("play/daily/<str:day>/", views.earlier, name="day"),
    path("play/daily/<str:day>/answer/", views.answer, name="answer"),
    path("play/daily/<str:day>/give-up/", views.give_up, name="give-up"),
]
