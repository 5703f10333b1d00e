from django.urls import path

from clubsite.core import installing
from clubsite.core.about import about

app_name = "core"

urlpatterns = [
    path("about/", about, name="about"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("service-worker.js", installing.service_worker, name="service_worker"),
    path("offline/", installing.offline, name="offline"),
]
