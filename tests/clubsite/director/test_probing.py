"""The session's page tells the director how often, and where, people tried to get at cards or at a seat."""

import pytest
from django.core.cache import cache
from django.test import Client

from clubsite.core.limits import COUNTERS, NO_ROOM, WRONG_CODES, Probe, probe_count
from clubsite.director.monitor.progress import MIN_CODES_TOLD, MIN_TOLD
from clubsite.nights.models import TableBoard
from clubsite.play.models import SeatTicket
from tests.clubsite.at_tables import look, play_until
from tests.kit.pages import words
from tests.kit.people import another_director, plays_as, signed_in

pytestmark = pytest.mark.django_db(transaction=True)
TITLE = "Somebody may be trying to get at cards"


def told(director, night) -> str:
    return words(director.get(f"/director/{night.session.public_id}/"))


def test_the_third_attempt_is_shown_and_a_slip_is_not(director, night):
    room = night.section.tables.get(number=2).room_id
    for _ in range(MIN_TOLD - 1):
        probe_count(Probe.WRONG_NUMBER, room)
    assert TITLE not in told(director, night)
    probe_count(Probe.WRONG_NUMBER, room)
    page = told(director, night)
    assert TITLE in page and f"Table 2: {MIN_TOLD} wrong numbers for a seat or a consent" in page
    cache.delete(f"probe:number:{room}")
    assert TITLE not in told(director, night), "it goes with the counter"


def test_wrong_keys_for_a_seat_are_shown_and_a_browser_without_a_key_is_not(director, night):
    seat = f"/seat/{night.tickets[1].public_id}/"
    for _ in range(MIN_TOLD):
        Client().get(seat)
    assert TITLE not in told(director, night)
    stranger = Client()
    stranger.cookies["claim"] = "guessed"
    for _ in range(MIN_TOLD):
        assert stranger.get(seat).status_code == 404
    page = told(director, night)
    assert f"Table 1: {MIN_TOLD} wrong keys for a seat" in page
    assert "guessed" not in page


def test_wrong_keys_for_an_unknown_seat_are_not_counted(director, night):
    stranger = Client()
    stranger.cookies["claim"] = "guessed"
    for _ in range(MIN_TOLD):
        stranger.get("/seat/abcdefghjkmn/")
    assert TITLE not in told(director, night)


def test_wrong_numbers_for_a_freed_seat_are_shown(director, night, dee):
    bo = night.tickets[1]
    play_until([bo, night.tickets[4]], lambda: look(bo)["table"]["state"] == "playing")
    plays_as(night.session, 6, dee)
    director.post(f"/director/{night.session.public_id}/table/1/free/S/")
    right = int(look(night.tickets[4])["table"]["lets_in"])
    table = night.section.tables.get(number=1)
    for wrong in range(1, MIN_TOLD + 1):
        sent = {"seat": night.contestant(1).pk, "number": f"{(right + wrong) % 10**6:06}"}
        Client().post(f"/join/{table.code}/", sent)
    assert f"Table 1: {MIN_TOLD} wrong numbers for a seat or a consent" in told(director, night)
    assert not SeatTicket.objects.filter(seat=night.contestant(1).pk, revoked_at=None).exists()


def test_refused_looks_of_a_playing_director_are_shown_to_another_director(director, dee_plays, club):
    row = TableBoard.objects.filter(table__section=dee_plays.section, table__number=1).earliest("pk")
    for _ in range(MIN_TOLD):
        director.post(f"/director/{dee_plays.session.public_id}/table/1/look/", {"board": row.pk})
    assert f"Table 1: {MIN_TOLD} refused looks at cards" in told(signed_in(another_director(club, "max")), dee_plays)


def test_wrong_table_codes_are_shown_for_the_whole_site(director, night):
    for number in range(MIN_CODES_TOLD):
        Client(REMOTE_ADDR=f"192.0.2.{number % (WRONG_CODES.most // 2)}").get("/join/AAAAAA/")
    assert f"On the whole site: {MIN_CODES_TOLD} wrong table codes" in told(director, night)


def test_only_the_number_of_attempts_is_stored(night):
    Client().get("/join/ABCDEF/")
    assert cache.get(COUNTERS[Probe.WRONG_CODE]._key(str(NO_ROOM))) == 1
