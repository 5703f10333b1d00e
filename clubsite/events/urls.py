"""The pages of events for everybody."""

from django.urls import path

from clubsite.events import event_views, heat_views

app_name = "events"

urlpatterns = [
    path("events/", heat_views.events, name="events"),
    path("events/<str:public_id>/", event_views.event, name="event"),
    path("events/<str:public_id>/calendar.ics", event_views.calendar, name="calendar"),
    path("events/<str:public_id>/ranking/", event_views.ranking, name="ranking"),
    path("events/<str:public_id>/heats/<str:heat_id>/", event_views.heat, name="heat"),
    path("events/<str:public_id>/heats/<str:heat_id>/<str:label>/", event_views.card, name="card"),
    path("events/<str:public_id>/boards/", event_views.boards, name="boards"),
    path("events/<str:public_id>/boards/<int:number>/", event_views.board, name="board"),
    path("events/<str:public_id>/booklet/", event_views.booklet, name="booklet"),
    path("events/<str:public_id>/booklet.pdf", event_views.booklet_on_paper, name="booklet-pdf"),
    path("events/<str:public_id>/proof/", event_views.proof, name="proof"),
    path("events/<str:public_id>/proof.json", event_views.proof_file, name="proof-file"),
    path("events/<str:public_id>/log/", event_views.log, name="log"),
    path("events/<str:public_id>/files/", event_views.files, name="files"),
    path("events/<str:public_id>/files/<str:name>", event_views.download, name="download"),
    path("results/<str:public_id>/event/", heat_views.event_of_night, name="of-night"),
]
