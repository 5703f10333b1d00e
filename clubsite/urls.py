"""Pages and the API. Each app keeps its own routes."""

from django.contrib import admin
from django.urls import include, path

from clubsite.health import health

urlpatterns = [
    path("", include("clubsite.accounts.urls")),
    path("", include("clubsite.clubs.urls")),
    path("", include("clubsite.play.urls")),
    path("", include("clubsite.night.urls")),
    path("", include("clubsite.lounge.urls")),
    path("", include("clubsite.results.urls")),
    path("clubs/<slug:slug>/", include("clubsite.results.season_urls")),
    path("api/v1/", include("clubsite.results.api.urls")),
    path("admin/", admin.site.urls),
    path("health/", health),
]
