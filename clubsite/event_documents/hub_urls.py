"""The addresses for other servers. They come before those of people's pages, which begin with an event's id."""

from django.urls import path

from clubsite.event_documents import hub_views

app_name = "event_hub"

urlpatterns = [
    path("events/hub/", hub_views.hub, name="hub"),
    path("events/hub/<str:public_id>/", hub_views.announcement, name="announcement"),
]
