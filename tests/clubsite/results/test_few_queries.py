"""The number of queries made by pages for a reader whose device has often had a seat at the club."""

import pytest
from django.core.cache import cache
from django.test import Client

from clubsite.nights.models import ContestantPerson
from clubsite.play.models import SeatTicket
from clubsite.readers.services import device_person_set
from clubsite.season.services.series import series_begin, series_sessions_set
from clubsite.season.services.standings import ladder_save, points_save
from tests.needs import compiled_solver

FEW = 12
NIGHTS_SAT = 17


@pytest.fixture
def sat(valued_night):
    """A device that has often taken the seat of number 1, and whose user has said who they are."""
    contestant = valued_night.contestant(1)
    ticket = SeatTicket.objects.get(seat=contestant.pk, revoked_at=None)
    for number in range(NIGHTS_SAT):
        before = SeatTicket.objects.get(pk=ticket.pk)
        before.pk, before.public_id, before.revoked_at = None, f"before{number}", before.created_at
        before.save()
    person = ContestantPerson.objects.get(contestant=contestant).person
    device_person_set(device=ticket.device, person=person)
    client = Client()
    client.cookies["device"] = f"device of {contestant.pk}"
    return client


@compiled_solver
def test_the_own_card_of_a_night(valued_night, sat, django_assert_max_num_queries):
    address = f"/results/{valued_night.session.public_id}/player/1/"
    cache.clear()
    with django_assert_max_num_queries(FEW + 1):  # the hand of the night is found, and then kept
        assert "The hand of the night" in sat.get(address).text


@compiled_solver
def test_the_season(valued_night, sat, dee, django_assert_max_num_queries):
    session = valued_night.session
    rules = {"sessions": 3, "best": 2, "minimum": 1, "substitutes": 1}
    series = series_begin(club=session.club, user=dee, name="Autumn", rules=rules)
    series_sessions_set(series=series, chosen={1: session.pk, 2: None, 3: None}, user=dee)
    ladder_save(club=session.club, user=dee, rules={}, since=session.date)
    points_save(club=session.club, user=dee, scheme="abf_club_e", since=session.date)
    with django_assert_max_num_queries(FEW):
        body = sat.get(f"/clubs/{session.club.slug}/season/").text
    assert "Autumn" in body and "The ladder" in body and "Master points" in body
