"""The addresses of the reader's own puzzles. No address reveals whose puzzles they are."""

from django.urls import path

from clubsite.mistakes import views

app_name = "mistakes"

urlpatterns = [
    path("", views.puzzles, name="puzzles"),
    path("<int:table_board>/<int:seq>/", views.puzzle, name="puzzle"),
]
