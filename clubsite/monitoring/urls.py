from django.urls import path

from clubsite.monitoring import page_faults, views

app_name = "monitoring"

urlpatterns = [
    path("admin/site/", views.site, name="site"),
    path("page-fault/", page_faults.page_fault, name="page-fault"),
]
