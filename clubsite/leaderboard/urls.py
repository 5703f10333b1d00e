from django.urls import path

from clubsite.leaderboard import views

app_name = "leaderboard"

urlpatterns = [
    path("<str:session_id>/", views.leaderboard, name="leaderboard"),
    path("<str:session_id>/places/", views.places, name="places"),
]
