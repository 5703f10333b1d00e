from django.urls import path

from clubsite.monitoring import views

app_name = "monitoring"

urlpatterns = [path("admin/site/", views.site, name="site")]
