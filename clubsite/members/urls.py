from django.urls import path

from clubsite.members import views

app_name = "members"

urlpatterns = [
    path("clubs/<slug:slug>/me/<int:pk>/", views.this_is_me, name="this-is-me"),
    path("clubs/<slug:slug>/me/<int:pk>/ask/", views.ask, name="ask"),
    path("clubs/<slug:slug>/me/not/", views.not_me, name="not-me"),
    path("clubs/<slug:slug>/people/asked/", views.asked, name="asked"),
]
