from django.urls import path

from clubsite.night import seat_views as views

urlpatterns = [
    path("join/", views.join, name="join"),
    path("join/<str:code>/", views.join_table, name="join-table"),
    path("seat/<str:claim_id>/leave/", views.leave, name="seat-leave"),
]
