from django.urls import path

from clubsite.results import apis

urlpatterns = [
    path("clubs/", apis.clubs),
    path("clubs/<slug:slug>/sessions/", apis.sessions),
    path("sessions/<str:public_id>/", apis.session),
    path("sessions/<str:public_id>/ranking/", apis.ranking),
    path("sessions/<str:public_id>/boards/", apis.boards),
    path("sessions/<str:public_id>/boards/<int:number>/", apis.board),
    path("sessions/<str:public_id>/boards/<int:number>/plays/<int:table_board>/", apis.replay),
]
