"""The routes of the pages and the API. Each app has its own routes."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

urlpatterns = [
    path("", include("clubsite.core.urls")),
    path("", include("clubsite.accounts.urls")),
    path("", include("clubsite.clubs.urls")),
    path("", include("clubsite.privacy.urls")),
    path("", include("clubsite.play.urls")),
    path("", include("clubsite.seats.urls")),
    path("", include("clubsite.keeper.urls")),
    path("movements/", include("clubsite.catalogue.urls")),
    path("director/clubs/<slug:slug>/season/", include("clubsite.season.manage.urls")),
    path("director/clubs/<slug:slug>/coming/", include("clubsite.signups.director_urls")),
    path("director/", include("clubsite.events.director_urls")),
    path("director/", include("clubsite.director.urls")),
    path("", include("clubsite.practice.urls")),
    path("", include("clubsite.home.urls")),
    path("", include("clubsite.results.urls")),
    path("", include("clubsite.files.urls")),
    path("", include("clubsite.events.urls")),
    path("", include("clubsite.history.urls")),
    path("", include("clubsite.sharing.urls")),
    path("clubs/<slug:slug>/", include("clubsite.season.urls")),
    path("clubs/<slug:slug>/", include("clubsite.signups.urls")),
    path("api/v1/", include("clubsite.api.urls")),
    path("admin/password_change/", RedirectView.as_view(pattern_name="accounts:password")),
    path("admin/", admin.site.urls),
]

handler404 = "clubsite.seats.views.no_page"
handler500 = "clubsite.core.views.server_error"
