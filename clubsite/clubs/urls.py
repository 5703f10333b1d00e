from django.urls import path

from clubsite.clubs import views

urlpatterns = [
    path("clubs/<slug:slug>/programs/", views.programs, name="club-programs"),
    path("clubs/<slug:slug>/programs/<int:pk>/revoke/", views.revoke, name="club-program-revoke"),
]
