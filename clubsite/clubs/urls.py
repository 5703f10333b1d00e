from django.urls import path

from clubsite.clubs import people_views, views

urlpatterns = [
    path("clubs/<slug:slug>/facts/", views.facts, name="club-facts"),
    path("clubs/<slug:slug>/programs/", views.programs, name="club-programs"),
    path("clubs/<slug:slug>/programs/<int:pk>/revoke/", views.revoke, name="club-program-revoke"),
    path("clubs/<slug:slug>/people/", people_views.people, name="club-people"),
    path("clubs/<slug:slug>/people/<int:pk>/", people_views.person, name="club-person"),
    path("clubs/<slug:slug>/people/<int:pk>/invite/", people_views.invite, name="club-invite"),
    path("clubs/<slug:slug>/people/<int:pk>/part/", people_views.part, name="club-part"),
    path("clubs/<slug:slug>/people/<int:pk>/forget/", people_views.forget, name="club-forget"),
    path("clubs/<slug:slug>/accounts/<int:pk>/let-in/", people_views.let_in, name="club-let-in"),
    path("clubs/<slug:slug>/accounts/<int:pk>/role/", people_views.role, name="club-role"),
    path("clubs/<slug:slug>/way-in/<uidb64>/<token>/", people_views.WayIn.as_view(), name="club-way-in"),
    path("clubs/<slug:slug>/invitation/<str:key>/", people_views.invitation, name="club-invitation"),
]
