from django.urls import path

from clubsite.files import views

app_name = "files"

urlpatterns = [
    path("results/<str:public_id>/files/", views.files, name="files"),
    path("results/<str:public_id>/files/<str:name>", views.download, name="download"),
    path("results/<str:public_id>/boards.pbn", views.download, {"name": "boards.pbn"}, name="boards-file"),
    path("director/<str:session_id>/files/", views.director_files, name="director-files"),
    path("director/<str:session_id>/files/cards/", views.cards, name="director-cards"),
    path("director/<str:session_id>/files/bridgemates/", views.bridgemates, name="director-bridgemates"),
    path("director/<str:session_id>/files/results/", views.results, name="director-results"),
    path("director/<str:session_id>/files/report.xml", views.usebio, name="director-report"),
]
