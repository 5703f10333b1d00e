from django.urls import path

from clubsite.sharing import views

app_name = "sharing"

urlpatterns = [
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", views.sitemap_index, name="sitemap-index"),
    path("sitemap-<slug:section>.xml", views.sitemap, name="sitemap"),
    path("clubs/<slug:slug>/results.atom", views.feed, name="feed"),
    path("clubs/<slug:slug>/embed/", views.of_club, name="embed"),
    path("clubs/<slug:slug>/on-other-sites/", views.snippets, name="snippets"),
    path("results/<str:public_id>/embed/", views.of_session, name="session-embed"),
    path("events/<str:public_id>/picture.png", views.event_png, name="event-picture"),
    path("results/<str:public_id>/picture.png", views.session_png, name="session-picture"),
    path("results/<str:public_id>/board/<str:key>/picture.png", views.board_png, name="board-picture"),
]
