from django.urls import path

from clubsite.leaderboard import views

urlpatterns = [
    path("<str:session_id>/", views.leaderboard, name="leaderboard"),
    path("<str:session_id>/places/", views.places, name="leaderboard-places"),
]
