from django.urls import path

from clubsite.clubs import people_views, views

app_name = "clubs"

urlpatterns = [
    path("clubs/<slug:slug>/facts/", views.facts, name="facts"),
    path("clubs/<slug:slug>/programs/", views.programs, name="programs"),
    path("clubs/<slug:slug>/programs/<int:pk>/revoke/", views.revoke, name="program-revoke"),
    path("clubs/<slug:slug>/people/", people_views.people, name="people"),
    path("clubs/<slug:slug>/people/<int:pk>/", people_views.person, name="person"),
    path("clubs/<slug:slug>/people/<int:pk>/invite/", people_views.invite, name="invite"),
    path("clubs/<slug:slug>/people/<int:pk>/part/", people_views.part, name="part"),
    path("clubs/<slug:slug>/people/<int:pk>/forget/", people_views.forget, name="forget"),
    path("clubs/<slug:slug>/accounts/<int:pk>/let-in/", people_views.let_in, name="let-in"),
    path("clubs/<slug:slug>/accounts/<int:pk>/role/", people_views.role, name="role"),
    path("clubs/<slug:slug>/way-in/<uidb64>/<token>/", people_views.WayIn.as_view(), name="way-in"),
    path("clubs/<slug:slug>/invitation/<str:key>/", people_views.invitation, name="invitation"),
]
