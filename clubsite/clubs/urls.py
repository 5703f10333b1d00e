from django.urls import path

from clubsite.clubs import people_views, views

app_name = "clubs"

urlpatterns = [
    path("new-club/", views.further, name="new-club"),
    path("new-club/<str:key>/", views.first, name="first-club"),
    path("clubs/<slug:slug>/directors/invite/", views.invite, name="invite-director"),
    path("clubs/<slug:slug>/directors/<str:key>/", views.directing, name="directing"),
    path("clubs/<slug:slug>/facts/", views.facts, name="facts"),
    path("clubs/<slug:slug>/programs/", views.programs, name="programs"),
    path("clubs/<slug:slug>/programs/<int:pk>/revoke/", views.revoke, name="program-revoke"),
    path("clubs/<slug:slug>/people/", people_views.people, name="people"),
    path("clubs/<slug:slug>/people/many/", people_views.many, name="many"),
    path("clubs/<slug:slug>/people/many/<int:pk>/back/", people_views.take_back, name="many-back"),
    path("clubs/<slug:slug>/people/<int:pk>/", people_views.person, name="person"),
    path("clubs/<slug:slug>/people/<int:pk>/invite/", people_views.invite, name="invite"),
    path("clubs/<slug:slug>/people/<int:pk>/unlink/", people_views.unlink, name="unlink"),
    path("clubs/<slug:slug>/accounts/<int:pk>/let-in/", people_views.let_in, name="let-in"),
    path("clubs/<slug:slug>/accounts/<int:pk>/second-step/", people_views.second_step_reset, name="second-step-reset"),
    path("clubs/<slug:slug>/accounts/<int:pk>/role/", people_views.role, name="role"),
    path("clubs/<slug:slug>/way-in/<uidb64>/<token>/", people_views.PasswordLinkView.as_view(), name="password-link"),
    path("clubs/<slug:slug>/invitation/<str:key>/", people_views.invitation, name="invitation"),
]
