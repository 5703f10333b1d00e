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
    path("", include("clubsite.clubfile.urls")),
    path("leaderboard/", include("clubsite.leaderboard.urls")),
    path("watch/", include("clubsite.watching.urls")),
    path("movements/", include("clubsite.catalogue.urls")),
    path("director/clubs/<slug:slug>/season/", include("clubsite.season.manage.urls")),
    path("director/clubs/<slug:slug>/coming/", include("clubsite.coming.director_urls")),
    path("director/", include("clubsite.events.director_urls")),
    path("director/", include("clubsite.director.urls")),
    path("director/", include("clubsite.printing.urls")),
    path("play/daily/", include("clubsite.daily.urls")),
    path("", include("clubsite.home.urls")),
    path("me/mistakes/", include("clubsite.mistakes.urls")),
    path("", include("clubsite.results.urls")),
    path("", include("clubsite.exchange.urls")),
    path("", include("clubsite.events.urls")),
    path("", include("clubsite.history.urls")),
    path("", include("clubsite.ratings.urls")),
    path("", include("clubsite.sharing.urls")),
    path("", include("clubsite.mailing.urls")),
    path("clubs/<slug:slug>/", include("clubsite.season.urls")),
    path("clubs/<slug:slug>/", include("clubsite.coming.urls")),
    path("api/v1/", include("clubsite.api.urls")),
    path("", include("clubsite.monitoring.urls")),
    path("admin/password_change/", RedirectView.as_view(pattern_name="accounts:password")),
    path("admin/", admin.site.urls),
]

handler404 = "clubsite.seats.views.no_page"
handler500 = "clubsite.core.server_error.server_error"
