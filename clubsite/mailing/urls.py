from django.urls import path

from clubsite.mailing import views

app_name = "mailing"

urlpatterns = [
    path("clubs/<slug:slug>/mail/", views.of_club, name="club"),
    path("mail/<str:token>/confirm/", views.confirm, name="confirm"),
    path("mail/<str:token>/stop/", views.stop, name="stop"),
]
