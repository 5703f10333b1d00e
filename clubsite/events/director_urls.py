"""The pages under `/director/clubs/<slug>/events/`, where clubs organise events and take part in them."""

from django.urls import path

from clubsite.events import heat_views, hub_views, organiser_views

app_name = "events_director"

OF_CLUB = "clubs/<slug:slug>/events/"
OF_EVENT = f"{OF_CLUB}<str:public_id>/"
ELSEWHERE = "clubs/<slug:slug>/events-elsewhere/"
OF_HEAT = "clubs/<slug:slug>/heats/<str:heat_id>/"
HUB_HEAT = f"{OF_EVENT}servers/<str:heat_id>/"

urlpatterns = [
    path("events/", heat_views.clubs, name="clubs"),
    path(OF_CLUB, organiser_views.events, name="events"),
    path(f"{OF_CLUB}new/", organiser_views.edit, name="new"),
    path(OF_EVENT, organiser_views.event, name="event"),
    path(f"{OF_EVENT}change/", organiser_views.edit, name="change"),
    path(f"{OF_EVENT}number/", organiser_views.number, name="number"),
    path(f"{OF_EVENT}invite/", organiser_views.invite, name="invite"),
    path(f"{OF_EVENT}ranking.json", hub_views.ranking_file, name="ranking-file"),
    path(f"{OF_EVENT}take-part/", heat_views.take_part, name="take-part"),
    path(f"{OF_EVENT}servers/", hub_views.invite, name="invite-server"),
    path(HUB_HEAT, hub_views.heat, name="hub-heat"),
    path(f"{HUB_HEAT}file/", hub_views.load, name="hub-heat-load"),
    path(f"{HUB_HEAT}event.json", hub_views.event_file, name="hub-event-file"),
    path(f"{HUB_HEAT}envelope/", hub_views.envelope, name="envelope"),
    path(f"{HUB_HEAT}states/<int:number>/", hub_views.put_back, name="put-back"),
    path(f"{OF_EVENT}heats/<str:heat_id>/<slug:act>/", organiser_views.heat_act, name="event-heat-act"),
    path(f"{OF_EVENT}<slug:act>/", organiser_views.act, name="event-act"),
    path(OF_HEAT, heat_views.heat, name="heat"),
    path(f"{OF_HEAT}plan/", heat_views.plan, name="plan"),
    path(f"{OF_HEAT}results/", heat_views.results, name="results"),
    path(f"{OF_HEAT}players/", heat_views.players, name="players"),
    path(f"{OF_HEAT}organiser/heat-state.json", heat_views.hub_state, name="hub-state"),
    path(f"{OF_HEAT}organiser/<slug:act>/", heat_views.hub_act, name="hub-act"),
    path(f"{OF_HEAT}<slug:act>/", heat_views.act, name="heat-act"),
    path(ELSEWHERE, heat_views.elsewhere, name="elsewhere"),
    path(f"{ELSEWHERE}file/", heat_views.elsewhere, {"by_file": True}, name="elsewhere-file"),
]
