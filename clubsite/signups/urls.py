from django.urls import path

from clubsite.signups import views

app_name = "signups"

urlpatterns = [
    path("coming/", views.coming, name="coming"),
    path("coming.ics", views.feed, name="feed"),
    path("coming/answer/<str:key>/", views.answer, name="answer"),
    path("coming/<str:public_id>.ics", views.file, name="file"),
    path("coming/<str:public_id>/", views.night, name="night"),
    path("coming/<str:public_id>/yours/<int:pk>/", views.own, name="own"),
]
