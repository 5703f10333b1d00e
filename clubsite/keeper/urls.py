from django.urls import path

from clubsite.keeper import views

app_name = "keeper"

urlpatterns = [
    path("admin/site/", views.site, name="site"),
    path("page-fault/", views.page_fault, name="page-fault"),
    path("clubs/<slug:slug>/club-file/", views.page, name="club-file"),
    path("clubs/<slug:slug>/club-file/state/", views.state, name="club-file-state"),
    path("clubs/<slug:slug>/club-file/club.zip", views.fetch, name="club-file-fetch"),
]
