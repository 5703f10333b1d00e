from django.urls import path

from clubsite.watching import views

app_name = "watching"

urlpatterns = [
    path("<str:session_id>/", views.table, name="table"),
    path("<str:session_id>/now/", views.moving, name="now"),
    path("<str:session_id>/now/<int:number>/", views.moving, name="now-of"),
]
