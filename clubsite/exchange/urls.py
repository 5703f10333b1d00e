from django.urls import path

from clubsite.exchange import views

urlpatterns = [
    path("results/<str:public_id>/files/", views.files, name="files"),
    path("results/<str:public_id>/files/<str:name>", views.download, name="download"),
    path("results/<str:public_id>/boards.pbn", views.download, {"name": "boards.pbn"}, name="boards-file"),
]
