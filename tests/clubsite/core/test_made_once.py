"""A double press on a button that makes something makes it only once. A deliberate second press makes another."""

import datetime
import re
from typing import Any

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import ApiToken, AuditEntry, Person
from clubsite.clubs.services import token_make, token_revoke
from clubsite.nights.models import Session
from clubsite.nights.services.player_assignment import place_set
from clubsite.season.models import Ladder, PointScheme, Series
from clubsite.season.services.series import series_begin
from clubsite.season.services.standings import ladder_save, points_save

SERIES = {"rules": "1", "name": "Spring", "sessions": "3", "best": "", "minimum": "", "substitutes": "1"}
NIGHT = {"club": "lantern", "name": "", "date": "2026-11-24", "players": "6", "boards_per_round": "3"}
NIGHT |= {"minutes_per_board": "8"}
MAKERS: dict[str, tuple[str, dict[str, str], Any]] = {
    "series": ("/director/clubs/lantern/season/series/new/", SERIES, Series),
    "night": ("/director/new/", NIGHT, Session),
    "token": ("/clubs/lantern/programs/", {"name": "Scoreboard", "may": "read"}, ApiToken),
}


def idempotency_key(page: Client, address: str) -> dict[str, str]:
    """Return the page's own idempotency key in the form data that the page would send."""
    found = re.findall(r'name="idempotency_key" value="([^"]+)"', page.get(address).text)
    assert len(found) == 1
    return {"idempotency_key": found[0]}


@pytest.mark.parametrize("maker", MAKERS)
def test_a_button_pressed_twice_makes_one_and_the_answer_is_the_same(director, maker):
    address, sent, kind = MAKERS[maker]
    form = sent | idempotency_key(director, address)
    first, second = (director.post(address, form) for _ in range(2))
    assert kind._default_manager.count() == 1
    assert (first.status_code, first.headers.get("Location")) == (second.status_code, second.headers.get("Location"))
    director.post(address, form | {"name": "Another"})
    assert kind._default_manager.count() == 2


def test_a_page_opened_anew_makes_another(director):
    address, sent, _ = MAKERS["series"]
    for _ in range(2):
        director.post(address, sent | idempotency_key(director, address))
    assert Series.objects.count() == 2


def test_the_second_press_for_a_token_tells_the_secret_that_nobody_saw_the_first_time(director):
    address, sent, _ = MAKERS["token"]
    form = sent | idempotency_key(director, address)
    first, second = (re.findall(r"club_[\w-]+", director.post(address, form).text) for _ in range(2))
    assert first == second and len(first[0]) > 25


def test_a_page_sent_again_after_its_token_was_taken_back_makes_a_new_one(club, dee):
    facts: dict[str, Any] = {
        "club": club, "user": dee, "name": "Scoreboard", "write": False, "idempotency_key": "x",
    }  # fmt: skip
    token, secret = token_make(**facts)
    token_revoke(token=token, user=dee)
    again, other = token_make(**facts)
    assert again.pk != token.pk and secret != other


def test_two_people_with_the_same_word_make_two(club, dee, cy):
    rules = {"sessions": 3}
    ids = {series_begin(club=club, user=u, name="A", rules=rules, idempotency_key="x").public_id for u in (dee, cy)}
    assert len(ids) == 2


def test_a_ladder_and_master_points_kept_twice_are_one_and_noted_once(club, dee):
    since = datetime.date(2026, 1, 1)
    for _ in range(2):
        ladder_save(club=club, user=dee, rules={"sessions": 5}, since=since)
        points_save(club=club, user=dee, scheme="top_third", since=since)
    assert (Ladder.objects.count(), PointScheme.objects.count()) == (1, 1)
    assert AuditEntry.objects.filter(action__in=[AuditAction.LADDER_SET, AuditAction.MASTER_POINTS_SET]).count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_the_same_moment_begin_one_series(club, dee, at_once):
    def begin():
        return series_begin(club=club, user=dee, name="A", rules={"sessions": 3}, idempotency_key="x").public_id

    assert len(set(at_once(begin, begin, begin))) == 1


def test_a_guest_added_twice_to_the_same_place_is_one_guest(make_night):
    session = make_night(start=False).session
    before = Person.objects.count()
    for typed in ("Zoe  Quick", "Zoe Quick"):
        place_set(session=session, key="1", typed=typed, guest=True)
    assert Person.objects.count() == before + 1


def test_a_four_handed_section_is_added_once(director, make_night):
    session = make_night(start=False).session
    address = f"/director/{session.public_id}/setup/sections/"
    assert 'name="seen" value="1"' in director.get(address).text
    sent = {"pairs": "4", "boards": "own", "seen": "1"}
    first, second = (director.post(f"{address}pairs/", sent) for _ in range(2))
    assert (first.status_code, second.status_code, session.sections.count()) == (302, 200, 2)
    assert "There are 2 sections by now" in second.text
    director.post(f"{address}pairs/", sent | {"seen": "2"})
    assert session.sections.count() == 3
