from django.urls import path

from clubsite.clubfile import views

app_name = "clubfile"

urlpatterns = [
    path("clubs/<slug:slug>/club-file/", views.page, name="page"),
    path("clubs/<slug:slug>/club-file/state/", views.state, name="state"),
    path("clubs/<slug:slug>/club-file/club.zip", views.fetch, name="fetch"),
]
