"""The catalogue of movements, for everybody to look at, compare and print."""

from django.urls import path

from clubsite.catalogue import views

app_name = "catalogue"

urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:name>/<int:tables>x<int:rounds>/", views.movement, name="movement"),
    path("<slug:name>/<int:tables>x<int:rounds>/movement.json", views.as_json, name="json"),
    path("<slug:name>/<int:tables>x<int:rounds>/guide-cards.pdf", views.guides, name="guides"),
    path("<slug:name>/<int:tables>x<int:rounds>/table-cards.pdf", views.at_tables, name="at-tables"),
]
