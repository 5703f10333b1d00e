"""A button pressed twice in a new browser creates one table and one seat, and both answers lead to that seat."""

import pytest
from django.test import Client

from clubsite.accounts.models import Device
from clubsite.home.models import HomeMatch
from clubsite.home.services.matches import match_end, match_join, match_repeat
from tests.clubsite.home.homes import a_device, twice, waiting, word

OPEN = {"name": "Bo", "against": "robot"}


@pytest.mark.parametrize(
    ("shown", "sent", "fields"),
    [("/play/new/solo/", "/play/new/solo/", OPEN), ("/play/", "/play/now/bridge_solitaire/", {})],
)
def test_a_table_is_opened_once(shown, sent, fields):
    form = {**fields, **word(Client(), shown, sent if shown == "/play/" else "newtable")}
    twice(sent, form)
    assert (HomeMatch.objects.count(), Device.objects.count()) == (1, 1)
    Client().post(sent, {**fields, **word(Client(), shown, sent if shown == "/play/" else "newtable")})
    assert HomeMatch.objects.count() == 2, "another page opens another"


def test_other_options_on_the_same_page_are_another_table(client):
    form = OPEN | word(client, "/play/new/solo/", "newtable")
    for name in ("Bo", "Bo", "Bob"):
        client.post("/play/new/solo/", form | {"name": name})
    assert HomeMatch.objects.count() == 2


def test_a_page_sent_again_when_its_match_is_over_opens_a_new_one(client):
    form = OPEN | word(client, "/play/new/solo/", "newtable")
    client.post("/play/new/solo/", form)
    match_end(match=HomeMatch.objects.get())
    client.post("/play/new/solo/", form)
    assert HomeMatch.objects.count() == 2


def test_a_friend_sits_down_once():
    """After a second press, the page used to say that somebody else had come, and the first answer was never seen."""
    match = waiting().match
    address = f"/play/{match.code}/"
    twice(address, {"name": "Ann"} | word(Client(), address, "plain form"))
    assert match.seats.count() == 2
    late = Client().post(address, {"name": "Cy", "idempotency_key": "another page"})
    assert "Somebody else has come" in late.text


def test_who_tries_both_seats_and_presses_twice_sits_on_the_other(client):
    client.post("/play/new/solo/", OPEN | {"against": "friend"})
    address = f"/play/{HomeMatch.objects.get().code}/?other=yes"
    first, second = (client.post(address, {"name": "Bo too"}) for _ in range(2))
    assert first["Location"] == second["Location"]


def test_a_deal_is_repeated_once():
    match = waiting("bridge_solitaire", against="nobody").match
    facts = {"play": match.room.plays.get(), "seat": match.seats.get()}
    one, again, other = (match_repeat(**facts, idempotency_key=word) for word in ("a", "a", "b"))
    assert one.pk == again.pk != other.pk


@pytest.mark.django_db(transaction=True)
def test_two_presses_in_the_same_moment_make_one(at_once):
    bo, ann = a_device(), a_device()
    opened = at_once(*[lambda: waiting(device=bo, idempotency_key="word").pk] * 3)
    assert len(set(opened)) == 1 and at_once(HomeMatch.objects.count) == [1]
    joined = at_once(*[lambda: match_join(match=HomeMatch.objects.get(), name="Ann", device=ann)] * 3)
    assert len({seat.pk for seat in joined}) == 1
