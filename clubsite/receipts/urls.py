from django.urls import path

from clubsite.receipts import views

app_name = "receipts"

urlpatterns = [
    path("seat/<str:ticket_id>/receipts/", views.of_seat, name="of-seat"),
    path("receipts/", views.on_this_device, name="on-this-device"),
    path("receipts/<str:session_id>/", views.hand_in, name="hand-in"),
    path("director/<str:session_id>/receipts/", views.collect, name="collect"),
]
