"""The pages under `/director/clubs/<slug>/coming/`, where a director announces nights."""

from django.urls import path

from clubsite.signups import director_views as views

app_name = "coming_director"

urlpatterns = [
    path("", views.nights, name="nights"),
    path("new/", views.new, name="new"),
    path("announced/<str:batch>/", views.announced, name="announced"),
    path("<str:public_id>/", views.night, name="night"),
    path("<str:public_id>/change/", views.change, name="change"),
    path("<str:public_id>/<slug:act>/", views.act, name="act"),
    path("<str:public_id>/reply/<int:pk>/<slug:act>/", views.reply, name="reply"),
]
