from django.urls import path

from clubsite.clubs import import_views, new_club_views, own_views, people_views, privacy_views, views

app_name = "clubs"

urlpatterns = [
    path("new-club/", new_club_views.further, name="new-club"),
    path("new-club/<str:key>/", new_club_views.first, name="first-club"),
    path("clubs/<slug:slug>/directors/invite/", new_club_views.invite, name="invite-director"),
    path("clubs/<slug:slug>/directors/<str:key>/", new_club_views.directing, name="directing"),
    path("clubs/<slug:slug>/facts/", views.facts, name="facts"),
    path("clubs/<slug:slug>/programs/", views.programs, name="programs"),
    path("clubs/<slug:slug>/programs/<int:pk>/revoke/", views.revoke, name="program-revoke"),
    path("clubs/<slug:slug>/people/", people_views.people, name="people"),
    path("clubs/<slug:slug>/people/many/", import_views.many, name="many"),
    path("clubs/<slug:slug>/people/many/<int:pk>/back/", import_views.take_back, name="many-back"),
    path("clubs/<slug:slug>/people/<int:pk>/", people_views.person, name="person"),
    path("clubs/<slug:slug>/people/<int:pk>/invite/", people_views.invite, name="invite"),
    path("clubs/<slug:slug>/people/<int:pk>/unlink/", people_views.unlink, name="unlink"),
    path("clubs/<slug:slug>/people/<int:pk>/forget/", people_views.forget, name="forget"),
    path("clubs/<slug:slug>/accounts/<int:pk>/let-in/", people_views.let_in, name="let-in"),
    path("clubs/<slug:slug>/accounts/<int:pk>/role/", people_views.role, name="role"),
    path(
        "clubs/<slug:slug>/way-in/<uidb64>/<token>/",
        people_views.PasswordLinkView.as_view(),
        name="password-link",
    ),
    path("clubs/<slug:slug>/privacy/", privacy_views.privacy, name="privacy"),
    path("clubs/<slug:slug>/privacy/settings/", privacy_views.readers, name="readers"),
    path("clubs/<slug:slug>/people/names/", privacy_views.consents, name="consents"),
    path("clubs/<slug:slug>/people/<int:pk>/data/", privacy_views.person_data, name="person-data"),
    path(
        "clubs/<slug:slug>/people/<int:pk>/data.json",
        privacy_views.person_data,
        {"file": True},
        name="person-data-file",
    ),
    path("clubs/<slug:slug>/requests/<int:pk>/", privacy_views.answer, name="answer"),
    path("account/about-me/", own_views.about_me, name="about-me"),
    path("account/about-me/data.json", own_views.about_me_file, name="about-me-file"),
    path("account/about-me/<slug:part>/", own_views.about_me_part, name="about-me-part"),
    path("account/delete/", own_views.delete_account, name="delete-account"),
    path("clubs/<slug:slug>/invitation/<str:key>/", people_views.invitation, name="invitation"),
]
