"""Puzzles made from a player's own mistakes: their owners, questions and answers, and when they come and go."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.analysis.models import PlayAnalysis
from clubsite.clubs.models import Person, ResultsFor
from clubsite.core.data_map import Subject, gathered
from clubsite.core.tokens import hash_token
from clubsite.nights.models import TableBoard
from clubsite.play.models import Play
from clubsite.play.room_states import log_of
from clubsite.practice.models import Repetition
from clubsite.practice.position import table_before
from clubsite.practice.selectors.puzzles import LEAST_POINTS
from clubsite.privacy.services import Left, account_delete, person_forget
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.readers.services import device_person_set
from games.registry import rules_for
from games.replay import replay
from tests.kit.aged import forget
from tests.kit.pages import text_of
from tests.kit.people import user_make
from tests.needs import compiled_solver

pytestmark = compiled_solver
LIST = "/me/mistakes/"


def known(night, number: int) -> Client:
    client = Client()
    client.cookies["device"] = f"device of {night.contestant(number).pk}"
    return client


def put(client: Client) -> list[str]:
    """Return the addresses of the puzzles on the reader's list, without duplicates."""
    body = client.get(LIST).text
    return list(dict.fromkeys(re.findall(rf'href="({LIST}\d+/\d+/)"', body)))


def entry_of(address: str) -> dict[str, Any]:
    table_board, seq = place_of(address)
    analysis = PlayAnalysis.objects.get(play__table_board=table_board)
    return next(entry for entry in [*analysis.calls, *analysis.cards] if entry["seq"] == seq)


def wrong_of(entry: dict[str, Any]) -> str:
    return next(action for action in entry["worth"] if action not in entry["held"])


@pytest.fixture
def solver(valued_night):
    """A player who has puzzles, and the address of one of them."""
    for number in range(1, 7):
        client = known(valued_night, number)
        if addresses := put(client):
            return client, addresses[0]
    raise AssertionError("nobody gave anything away")


def later(days: int):
    for row in Repetition.objects.exclude(due=None):
        row.due -= timedelta(days=days)
        row.save()


def place_of(address: str) -> tuple[int, int]:
    table_board, seq = address.removeprefix(LIST).strip("/").split("/")
    return int(table_board), int(seq)


def test_they_are_ones_own_dearest_and_the_table_is_as_one_saw_it_solo_12_solo_30(
    valued_night, django_assert_max_num_queries
):
    seen = 0
    for number in range(1, 7):
        client, own = known(valued_night, number), valued_night.contestant(number).pk
        with django_assert_max_num_queries(12):
            addresses = put(client)
        puzzles = [entry_of(at) for at in addresses]
        row = TableBoard.objects.get(Q(ns=own) | Q(ew=own), round__number=3)
        by = "S" if row.ns_id == own else "N"
        analysis = PlayAnalysis.objects.get(play=row.play)
        entries = [entry for entry in [*analysis.calls, *analysis.cards] if entry["by"] == by and "worth" in entry]
        dearest = max((entry["points"] for entry in entries), default=0)
        assert [puzzle["points"] for puzzle in puzzles] == ([dearest] if dearest >= LEAST_POINTS else [])
        for address in addresses:
            no_answer_is_shown(client, address)
        seen += len(puzzles)
    assert seen


def no_answer_is_shown(client: Client, address: str):
    """Check that the page shows only legal choices, no answer, and no opponent's card once card play has begun."""
    entry, (table_board, seq) = entry_of(address), place_of(address)
    play = Play.objects.get(table_board=table_board)
    table = table_before(play, seq, entry["by"])
    assert table is not None and (table.theirs is None) is not table.auction
    body = client.get(address).text
    assert set(re.findall(r'name="a" value="([^"]+)"', body)) == set(entry["worth"])
    shown = set(re.findall(r'data-card="([^"]+)"', body))
    assert table.auction or "The calls, " in body
    theirs = held_by(play, seq, table.opponent)
    assert theirs <= shown if table.auction else not theirs & shown
    for word in ("cost", "worth", "declarer makes", "#act-", "that night", 'class="right'):
        assert word not in body, word


def held_by(play: Play, seq: int, player: str) -> set[str]:
    log = [event for event in log_of(play) if event["seq"] < seq]
    solo = rules_for("solo")
    return set(solo.view(replay(solo, play.setup, play.options, log), "D")["hands"][player]["cards"])


def test_a_puzzle_opens_after_a_dearer_mistake_took_its_place_on_the_list(solver):
    client, address = solver
    table_board, seq = place_of(address)
    analysis = PlayAnalysis.objects.get(play__table_board=table_board)
    acts = [*analysis.calls, *analysis.cards]
    entry = next(act for act in acts if act["seq"] == seq)
    dearer = next(act for act in acts if act["by"] == entry["by"] and act["seq"] != seq)
    dearer.update(points=entry["points"] + 10, worth=entry["worth"])
    analysis.save()
    assert address not in put(client)
    assert client.get(address).status_code == 200


def test_a_puzzle_comes_back_until_it_is_solved(solver):
    client, address = solver
    entry = entry_of(address)
    for sent in ("", "p:XX", "accept", "c:P\0", "x" * 900):
        assert client.post(address, {"a": sent}).status_code == 302
    assert not Repetition.objects.exists(), "what cannot be chosen is no answer"

    assert client.post(address, {"a": wrong_of(entry)}).url == address
    text = text_of(client, address)
    for phrase in ("Not this one", "costs nothing", "your answer", "that night"):
        assert phrase in text
    assert f"#act-{entry['seq']}" in client.get(address).text
    row = Repetition.objects.get()
    assert (row.right, row.in_row, row.tries) == (False, 0, 1)
    assert row.due == timezone.localdate() + timedelta(days=1)
    client.post(address, {"a": entry["held"][0]})
    assert Repetition.objects.get().tries == 1, "before its day nothing changes"
    later(1)
    no_answer_is_shown(client, address)

    for days in (3, 10):
        client.post(address, {"a": entry["held"][-1]})
        assert Repetition.objects.get().due == timezone.localdate() + timedelta(days=days)
        assert "Right" in text_of(client, address) and "Nothing is due today" in text_of(client, LIST)
        later(days)
    client.post(address, {"a": entry["held"][-1]})
    assert Repetition.objects.get().due is None
    assert "it is solved" in text_of(client, address) and "You have solved them all" in text_of(client, LIST)


def test_nobody_else_has_them_and_answers_are_an_accounts_or_a_devices_own(valued_night, solver, club, dee):
    client, address = solver
    entry, stranger, director = entry_of(address), Client(), Client()
    director.force_login(dee)
    others = [known(valued_night, number) for number in range(1, 7)]
    others = [other for other in others if address not in put(other)]
    assert len(others) == 5
    for other in (stranger, director, *others):
        assert other.get(address).status_code == 404
        assert other.post(address, {"a": wrong_of(entry)}).status_code == 404
    assert client.get(f"{LIST}{place_of(address)[0]}/9999/").status_code == 404
    assert "not known here who you are" in text_of(stranger, LIST) and not Repetition.objects.exists()

    client.post(address, {"a": wrong_of(entry)})
    kept = Repetition.objects.get()
    assert kept.user is None and kept.device is not None
    device_person_set(device=Device.objects.create(token_hash=hash_token("said")), person=kept.person)
    device = Client()
    device.cookies["device"] = "said"
    assert "your answer" not in device.get(address).text, "what was answered is not public"
    device.post(address, {"a": entry["held"][0]})
    assert "Not this one" in text_of(client, address) and "Right" in text_of(device, address)

    user = user_make("account")
    Person.objects.filter(pk=kept.person_id).update(user=user)
    client.force_login(user)
    assert "Not this one" in text_of(client, address)
    later(1)
    client.post(address, {"a": entry["held"][0]})
    kept.refresh_from_db()
    assert (kept.user, kept.device, kept.tries) == (user, None, 2), "an account takes its device's answers along"

    club.results_for = ResultsFor.MEMBERS
    club.save()
    assert device.get(address).status_code == 404 and "proves nothing" in text_of(device, LIST)
    assert "Right" in text_of(client, address)


def test_they_go_with_the_night_with_the_person_and_with_time(valued_night, solver, dee):
    client, address = solver
    client.post(address, {"a": wrong_of(entry_of(address))})
    unpublish(valued_night.session, dee)
    assert client.get(address).status_code == 404 and put(client) == []
    assert "No night of yours" in text_of(client, LIST)
    publish(valued_night.session, dee)
    assert "Not this one" in text_of(client, address)

    row = Repetition.objects.get()
    (part,) = gathered(Subject(None, (row.person_id,)), "puzzles")
    (answer,) = part.rows
    assert answer["last answer"] == wrong_of(entry_of(address))[2:] and answer["right"] is False
    assert forget("answers", timezone.now() - timedelta(days=1)) == 0 and Repetition.objects.exists()
    assert forget("answers", timezone.now() + timedelta(days=1)) == 1
    assert not Repetition.objects.exists()

    client.post(address, {"a": wrong_of(entry_of(address))})
    person_forget(person=row.person)
    assert not Repetition.objects.exists() and client.get(address).status_code == 404
    user = user_make("own")
    row.pk, row.user, row.device = None, user, None
    row.save()
    account_delete(user=user, left=Left.NOTHING)
    assert not Repetition.objects.exists()


def test_why_there_is_no_puzzle_is_said(valued_night):
    client = known(valued_night, 1)
    PlayAnalysis.objects.update(costly=[])
    assert "There is nothing to repeat" in text_of(client, LIST)
    PlayAnalysis.objects.all().delete()
    assert "being worked out" in text_of(client, LIST)
    TableBoard.objects.update(play=None)
    assert "played with cards on the table" in text_of(client, LIST)
