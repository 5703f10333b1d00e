"""The pages under `/director/clubs/<slug>/events/`, where clubs organise events and take part in them."""

from django.urls import path

from clubsite.events import elsewhere_views, heat_views, hub_views, results_file_views
from clubsite.events import joining_views as joining
from clubsite.events import organiser_views as organiser

app_name = "events_director"

OF_CLUB = "clubs/<slug:slug>/events/"
OF_EVENT = f"{OF_CLUB}<str:public_id>/"
HUB_HEAT = f"{OF_EVENT}servers/<str:heat_id>/"
AT_HUB = "clubs/<slug:slug>/heats/<str:heat_id>/organiser/"

urlpatterns = [
    path("events/", joining.clubs, name="clubs"),
    path(OF_CLUB, organiser.events, name="events"),
    path(f"{OF_CLUB}new/", organiser.new, name="new"),
    path(OF_EVENT, organiser.event, name="event"),
    path(f"{OF_EVENT}change/", organiser.change, name="change"),
    path(f"{OF_EVENT}number/", organiser.number, name="number"),
    path(f"{OF_EVENT}invite/", organiser.invite, name="invite"),
    path(f"{OF_EVENT}servers/", hub_views.invite, name="invite-server"),
    path(HUB_HEAT, hub_views.heat, name="hub-heat"),
    path(f"{HUB_HEAT}file/", hub_views.load, name="hub-heat-load"),
    path(f"{HUB_HEAT}event.json", hub_views.event_file, name="hub-event-file"),
    path(f"{HUB_HEAT}envelope/", hub_views.envelope, name="envelope"),
    path(f"{HUB_HEAT}states/<int:number>/", hub_views.act, {"act": "put back"}, name="put-back"),
    path(f"{HUB_HEAT}<slug:act>/", hub_views.act, name="hub-heat-act"),
    path(f"{OF_EVENT}ranking.json", hub_views.ranking_file, name="ranking-file"),
    path(f"{OF_EVENT}heats/<str:heat_id>/results/", results_file_views.of_a_heat, name="heat-results"),
    path(f"{OF_EVENT}heats/<str:heat_id>/<slug:act>/", organiser.answer, name="answer"),
    path(f"{OF_EVENT}heats/<str:heat_id>/<slug:act>/sure/", organiser.heat_sure, name="heat-sure"),
    path(f"{OF_EVENT}take-part/", joining.take_part, name="take-part"),
    path(f"{OF_EVENT}take-part/<str:heat_id>/", joining.plan, name="plan"),
    path(f"{OF_EVENT}take-part/<str:heat_id>/leave/", joining.leave, name="leave"),
    path(f"{OF_EVENT}take-part/<str:heat_id>/decline/", joining.decline, name="decline"),
    path("clubs/<slug:slug>/events-elsewhere/", elsewhere_views.elsewhere, name="elsewhere"),
    path("clubs/<slug:slug>/events-elsewhere/file/", elsewhere_views.by_file, name="elsewhere-file"),
    path(f"{AT_HUB}key/", elsewhere_views.key, name="hub-key"),
    path(f"{AT_HUB}file/", elsewhere_views.file, name="hub-file"),
    path(f"{AT_HUB}heat-state.json", elsewhere_views.state, name="hub-state"),
    path(f"{AT_HUB}<slug:act>/", elsewhere_views.act, name="hub-act"),
    path("clubs/<slug:slug>/heats/<str:heat_id>/", heat_views.heat, name="heat"),
    path("clubs/<slug:slug>/heats/<str:heat_id>/results/", results_file_views.of_own_heat, name="results"),
    path("clubs/<slug:slug>/heats/<str:heat_id>/players/", results_file_views.players, name="players"),
    path("clubs/<slug:slug>/heats/<str:heat_id>/<slug:act>/", heat_views.act, name="heat-act"),
    path(f"{OF_EVENT}<slug:act>/", organiser.sure, name="sure"),
]
