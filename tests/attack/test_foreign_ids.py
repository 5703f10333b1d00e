"""Eve, who owns another club, requests every object of Dee's club, at its own address and under her own club's."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubsite.clubs.member_list import members_import
from clubsite.clubs.models import CorrectionRequest, Role
from clubsite.clubs.services import club_create, token_make
from clubsite.nights.models import ContestantPerson, Session, TableBoard
from clubsite.season.services.series import series_begin
from movements.mitchell import straight
from tests.clubsite.every_address import every_address, filled, refused
from tests.kit.events import join, make_event
from tests.kit.nights import draft_night, fill_night
from tests.kit.people import part, signed_in
from tests.long import sample

NAME = "Zebedee Quillfeather"
NOT_THERE = {302, 303, 400, 401, 403, 404, 405, 409, 410, 422}
PARENTS = ("<slug:slug>", "<str:session_id>", "nights/<str:public_id>")
CHILDREN = ("<int:pk>", "<str:ticket_id>", "<int:table_board>", "<str:public_id>", "<str:code>")
OPEN_TO_ALL = {"clubs/<slug:slug>/me/<int:pk>/ask/"}
"""Any account may ask a club for a name. A director answers."""
OPEN_TO_EVERY_CLUB = {"director/clubs/<slug:slug>/events/<str:public_id>/take-part/"}
"""Another club's event, in which the own club may take part."""
WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
# What a request about nothing may write: that somebody came, and how often.
BOOKKEEPING = {"django_session", "accounts_device", "accounts_user"}
ANSWERS = {
    "name": "Somebody", "sure": "yes", "promise": "yes", "role": "owner", "board": "1", "contract": "1N",
    "declarer": "S", "tricks": "7", "why": "x", "shown_as": "hidden", "agreed": "on", "accept": "yes",
    "answer": "yes", "number": "1",
}  # fmt: skip


@pytest.fixture
def ids(published_night, club, dee) -> dict[str, Any]:
    """The id of one object of each kind in Dee's club."""
    night = published_night
    person = ContestantPerson.objects.get(contestant=night.contestant(1)).person
    person.name = NAME
    person.save()
    correction = CorrectionRequest.objects.create(club=club, person=person, text="That was not me.")
    token, _ = token_make(club=club, user=dee, name="Program", write=True)
    members_import(club=club, text="Ann Lee\nBo Oak", lines={1, 2}, user=dee)
    series = series_begin(
        club=club, user=dee, name="Autumn", rules={"sessions": 1, "best": 1, "minimum": 1, "substitutes": 1}
    )
    row = TableBoard.objects.filter(round__section=night.section).first()
    event = make_event(club, dee)
    return {
        "slug": club.slug, "session_id": night.session.public_id, "public_id": night.session.public_id,
        "pk": person.pk, "ticket_id": night.tickets[1].public_id, "table_board": row.pk, "number": 1, "key": "1",
        "code": night.section.tables.first().code, "programs": token.pk, "accounts": part(club, "mem", Role.MEMBER).pk,
        "many": club.imports.get().pk, "series": series.public_id, "row": row.pk, "requests": correction.pk,
        "event": event.public_id, "heat_id": join(event, club, dee).public_id,
    }  # fmt: skip


@pytest.fixture
def eve(ids) -> tuple[Client, dict[str, Any]]:
    """Eve's browser, and the ids of her own club and of its night, which is running."""
    user = get_user_model().objects.create_user("eve", password="correct horse")
    club = club_create(name="Harbour", slug="harbour", owner=user)
    session = draft_night(club, user, 6)
    fill_night(session, user, straight(3, 3), names=["E1", "E2", "E3", "E4", "E5", "E6"], seed="eve")
    client = signed_in(user)
    client.raise_request_exception = False
    return client, {"slug": club.slug, "session_id": session.public_id, "public_id": session.public_id}


def child_of(address: str, ids: dict[str, Any]) -> dict[str, Any]:
    """Return the ids, with `pk` set to the id of the kind of object that this address expects."""
    if "events/<str:public_id>/" in address:
        return ids | {"public_id": ids["event"]}
    for word in ("programs", "accounts", "many", "requests"):
        if f"/{word}/<int:pk>" in address:
            return ids | {"pk": ids[word]}
    return ids | {"pk": ids["row"]} if address.startswith("director/") else ids


def closed_addresses() -> Iterator[str]:
    """Yield every address that shows something of a club and is not public."""
    for address in every_address():
        of_club = any(part in address for part in (*PARENTS, "<str:ticket_id>", "<int:pk>"))
        if refused(address) and of_club and address.startswith(("director/", "seat/", "clubs/", "api/v1/nights/")):
            yield address


def asked(client: Client, path: str) -> Iterator[tuple[int, str, set[str]]]:
    """Yield the status, the text and the tables written for a GET and two POSTs, undoing every change. In the short run
    there is one POST, the one with answers.
    """
    for method, sent in (("get", {}), ("post", ANSWERS), *sample((), (("post", {}),))):
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            answer = getattr(client, method)(path, sent) if sent else getattr(client, method)(path)
            transaction.set_rollback(True)
        text = "" if answer.streaming else answer.content.decode(errors="replace")
        written = {name for query in queries for name in WRITES.findall(query["sql"])}
        yield answer.status_code, text, written - BOOKKEEPING


@pytest.mark.parametrize("who", ["owner of another club", "account of no club", "member who does not direct"])
def test_what_is_a_director_s_or_another_seat_s_is_there_for_nobody_else(who, ids, eve, cy, django_user_model):
    """In the short run an account of no club, which may do least, asks for a quarter of the addresses."""
    if who == "owner of another club":
        client, _ = eve
    else:
        client = signed_in(cy if who == "account of no club" else django_user_model.objects.get(username="mem"))
    step = sample(4, 1) if who == "account of no club" else 1
    for address in [*closed_addresses()][::step]:
        path = filled(address, child_of(address, ids))
        for status, text, written in asked(client, path):
            assert status in NOT_THERE, (path, status)
            assert NAME not in text, path
            assert not written or address in OPEN_TO_ALL, (path, written)


def test_under_ones_own_club_or_night_a_foreign_id_names_nothing(ids, eve):
    """The parent in the address is Eve's and the rest is Dee's: no row is found by its own id alone."""
    client, own = eve
    tried = 0
    for address in closed_addresses():
        if not any(part in address for part in PARENTS) or not any(part in address for part in CHILDREN):
            continue
        values = child_of(address, ids) | own
        if address in OPEN_TO_EVERY_CLUB:
            continue
        if "/<str:public_id>" in address and "nights/" not in address:
            values["public_id"] = ids["event" if "events/" in address else "series"]
        path = filled(address, values)
        tried += 1
        for status, text, written in asked(client, path):
            assert status in NOT_THERE, (path, status)
            assert NAME not in text, path
            assert not written or address in OPEN_TO_ALL, (path, written)
    assert tried > 20


def test_the_addresses_of_ones_own_night_do_open(eve, client):
    """Addresses of Eve's own night open, which proves that the tests above are able to fail."""
    browser, own = eve
    opened = [path for address in closed_addresses() if browser.get(path := filled(address, own | {
        "pk": TableBoard.objects.filter(round__section__session__public_id=own["session_id"]).first().pk,
        "number": 1, "key": "1", "ticket_id": "x", "table_board": 1,
    })).status_code == 200]  # fmt: skip
    assert len(opened) > 40 and Session.objects.count() == 2
