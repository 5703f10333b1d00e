from django.urls import path

from clubsite.files import director_views, views

app_name = "files"

urlpatterns = [
    path("results/<str:public_id>/files/", views.files, name="files"),
    path("results/<str:public_id>/files/<str:name>", views.download, name="download"),
    path("results/<str:public_id>/boards.pbn", views.download, {"name": "boards.pbn"}, name="boards-file"),
    path("director/<str:session_id>/files/", director_views.files, name="director-files"),
    path("director/<str:session_id>/files/cards/", director_views.cards, name="director-cards"),
    path(
        "director/<str:session_id>/files/bridgemates/",
        director_views.bridgemates,
        name="director-bridgemates",
    ),
    path("director/<str:session_id>/files/results/", director_views.results, name="director-results"),
    path("director/<str:session_id>/files/report.xml", director_views.usebio, name="director-report"),
]
