from django.urls import path

from clubsite.clubfile import bringing_views, views

app_name = "clubfile"

urlpatterns = [
    path("clubs/<slug:slug>/club-file/", views.page, name="page"),
    path("clubs/<slug:slug>/club-file/state/", views.state, name="state"),
    path("clubs/<slug:slug>/club-file/club.zip", views.fetch, name="fetch"),
    path("bring-a-club/", bringing_views.bring, name="bring"),
    path("bring-a-club/first/<str:key>/", bringing_views.bring_first, name="bring-first"),
    path("bring-a-club/<int:pk>/", bringing_views.brought, name="brought"),
    path("bring-a-club/<int:pk>/state/", bringing_views.brought_state, name="brought-state"),
    path("bring-a-club/<int:pk>/piece/", bringing_views.piece, name="piece"),
]
