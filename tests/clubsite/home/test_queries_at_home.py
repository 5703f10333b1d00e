"""The lounge's number of queries does not grow with the number of matches."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubsite.home.models import HomeMatch, HomeSeat, MatchState
from clubsite.play.models import Play
from tests.clubsite.home.homes import alone, play_deal


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as made:
        assert client.get(address).status_code == 200
    return len(made)


def many_matches(client: Client, number: int):
    """Make `number` tables for this browser, half of them finished."""
    client.post("/play/now/bridge_solitaire/")
    device = HomeSeat.objects.latest("pk").device
    for place in range(number):
        match, _ = alone("bridge_solitaire" if place % 3 == 0 else "umbrage")
        match.seats.filter(player="S").update(device=device)
    HomeMatch.objects.filter(pk__in=[m.pk for m in HomeMatch.objects.all()[::2]]).update(
        state=MatchState.OVER, over_at=timezone.now()
    )


@pytest.mark.parametrize("address", ["/play/", "/play/history/"])
def test_a_list_of_many_matches_costs_no_more_queries_than_one_of_three(client, address):
    many_matches(client, 3)
    few = queries(client, address)
    many_matches(client, 15)
    assert queries(client, address) <= few
    assert few <= 12


def test_the_page_of_a_match_costs_the_same_after_many_deals(client):
    match, bo = alone("bridge_solitaire")
    HomeSeat.objects.filter(match=match).update(device=_device_of(client))
    play_deal(match, bo)
    match.refresh_from_db()
    address = f"/play/match/{match.public_id}/"
    few = queries(client, address)
    sheet = match.standing["sheet"]
    match.standing = {**match.standing, "sheet": {**sheet, "lines": sheet["lines"] * 30}}
    match.save(update_fields=["standing"])
    assert queries(client, address) == few <= 10
    assert Play.objects.count() == 2


def _device_of(client: Client):
    client.post("/play/now/bridge_solitaire/")
    return HomeSeat.objects.latest("pk").device
