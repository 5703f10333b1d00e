"""The pages for directors, about documents between servers. In `urls` they come before those of `events`."""

from django.urls import path

from clubsite.event_documents import director_views, organiser_views

app_name = "event_documents"

OF_EVENT = "clubs/<slug:slug>/events/<str:public_id>/documents/"
OF_HEAT = "clubs/<slug:slug>/heats/<str:heat_id>/documents/"

urlpatterns = [
    path("clubs/<slug:slug>/events-elsewhere/", director_views.elsewhere, name="elsewhere"),
    path("clubs/<slug:slug>/events-elsewhere/file/", director_views.announcement_file, name="announcement-file"),
    path(OF_EVENT, organiser_views.hand_in, name="hand-in"),
    path(f"{OF_EVENT}take/", organiser_views.take, name="take"),
    path(OF_HEAT, director_views.documents, name="documents"),
    path(f"{OF_HEAT}waiting.txt", director_views.waiting, name="waiting"),
    path(f"{OF_HEAT}send/", director_views.send_now, name="send-now"),
    path(f"{OF_HEAT}answers/", director_views.answers, name="answers"),
    path(
        "clubs/<slug:slug>/events/<str:public_id>/heats/<str:heat_id>/envelope/",
        organiser_views.envelope,
        name="envelope",
    ),
]
