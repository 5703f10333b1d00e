from django.urls import path

from clubsite.play import views

app_name = "play"

urlpatterns = [
    path("seat/<str:ticket_id>/", views.seat, name="seat"),
    path("seat/<str:ticket_id>/enter/", views.enter, name="enter"),
]
