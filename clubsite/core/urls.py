from django.urls import path

from clubsite.core import installing

app_name = "core"

urlpatterns = [
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("service-worker.js", installing.service_worker, name="service_worker"),
    path("offline/", installing.offline, name="offline"),
]
