from django.urls import path

from clubsite.privacy import views

app_name = "privacy"

urlpatterns = [
    path("clubs/<slug:slug>/people/<int:pk>/forget/", views.forget, name="forget"),
    path("clubs/<slug:slug>/privacy/", views.privacy, name="privacy"),
    path("clubs/<slug:slug>/privacy/settings/", views.readers, name="readers"),
    path("clubs/<slug:slug>/people/names/", views.consents, name="consents"),
    path("clubs/<slug:slug>/people/<int:pk>/data/", views.person_data, name="person-data"),
    path("clubs/<slug:slug>/people/<int:pk>/data.json", views.person_data, {"file": True}, name="person-data-file"),
    path("clubs/<slug:slug>/requests/<int:pk>/", views.answer, name="answer"),
    path("account/about-me/", views.about_me, name="about-me"),
    path("account/about-me/data.json", views.about_me_file, name="about-me-file"),
    path("account/about-me/<slug:part>/", views.about_me_part, name="about-me-part"),
    path("account/delete/", views.delete_account, name="delete-account"),
]
