from django.urls import path

from clubsite.core import views

app_name = "core"

urlpatterns = [
    path("about/", views.about, name="about"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("service-worker.js", views.service_worker, name="service_worker"),
    path("offline/", views.offline, name="offline"),
]
