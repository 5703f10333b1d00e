"""The address of unpublished results: a waiting page for people who may know of them, and nothing for other people."""

from typing import Any

import pytest
from django.test import Client

from clubsite.accounts.services import device_for
from clubsite.clubs.models import Membership, Role
from clubsite.nights.models import Table
from clubsite.nights.services.directing import session_end
from clubsite.play.models import PlaySeat, RevokeReason, SeatKind
from clubsite.play.seat_tickets import ticket_release, ticket_take
from clubsite.rankings.services.publications import publish, unpublish
from tests.kit.dealt import dealt
from tests.kit.people import plays_as, signed_in
from tests.on_page import on_page

NOT_YET = "The results are not there yet"


def at(night, rest: str = "") -> str:
    return f"/results/{night.session.public_id}/{rest}"


def with_device(seat: PlaySeat) -> tuple[Client, Any]:
    """Return a browser that has held this seat, and the seat's ticket."""
    device, token = device_for(token=None)
    client = Client()
    client.cookies["device"] = token
    return client, ticket_take(device=device, seat=seat)[0]


@pytest.fixture
def table(scored_night):
    return Table.objects.filter(section=scored_night.section).order_by("number")[0]


def test_who_sat_there_finds_a_page_that_waits_and_becomes_the_results(scored_night, table, dee):
    client, ticket = with_device(table.seat)
    page = client.get(at(scored_night))
    assert page.status_code == 200 and "no-store" in page.headers["Cache-Control"]
    assert "the session is still being played" in page.text
    ticket_release(ticket=ticket, reason=RevokeReason.LEFT)
    session_end(session=scored_night.session, user=dee)
    for rest in ("", "boards/", "player/1/", "board/1/", "hands/", "files/"):
        body = client.get(at(scored_night, rest)).text
        assert NOT_YET in body and "The results are not published yet" in body
        assert f'data-hx-get="{at(scored_night, "waiting/")}"' in body
    still = client.get(at(scored_night, "waiting/"))
    assert (still.status_code, still.headers.get("HX-Refresh")) == (204, None)
    publish(scored_night.session, dee)
    assert client.get(at(scored_night, "waiting/")).headers["HX-Refresh"] == "true"
    assert NOT_YET not in client.get(at(scored_night)).text
    unpublish(scored_night.session, dee)
    assert "has withdrawn the results" in client.get(at(scored_night)).text


def test_a_player_a_member_and_a_director_may_know_of_it(scored_night, dee, cy):
    session_end(session=scored_night.session, user=dee)
    director = signed_in(dee).get(at(scored_night)).text
    assert NOT_YET in director and f'href="/director/{scored_night.session.public_id}/"' in director
    plays_as(scored_night.session, 1, cy)
    player = signed_in(cy).get(at(scored_night)).text
    assert NOT_YET in player and "/director/" not in player
    plays_as(scored_night.session, 1, None)
    assert signed_in(cy).get(at(scored_night)).status_code == 404
    Membership.objects.create(club=scored_night.session.club, user=cy, role=Role.MEMBER)
    assert NOT_YET in signed_in(cy).get(at(scored_night)).text


def test_to_strangers_it_is_as_if_there_were_none(scored_night, dee, cy):
    """For a session in play, ended or withdrawn, a stranger gets the same answer as for a made-up address."""
    session, elsewhere = scored_night.session, PlaySeat.objects.create(kind=SeatKind.CONTESTANT)
    strangers = (Client(), signed_in(cy), with_device(elsewhere)[0])

    def answers(public_id):
        pages = [f"/results/{public_id}/{rest}" for rest in ("", "boards/", "player/1/", "waiting/")]
        said = [one.get(page, headers={"HX-Request": "true"}) for one in strangers for page in pages]
        return {(answer.status_code, b"There is nothing here" in answer.content) for answer in said}

    assert answers("nosuchnight1") == answers(session.public_id) == {(404, True)}
    session_end(session=session, user=dee)
    assert answers(session.public_id) == {(404, True)}
    publish(session, dee)
    unpublish(session, dee)
    assert answers(session.public_id) == {(404, True)}


def test_a_draft_and_what_is_inside_are_shown_to_nobody(scored_night, make_night, dee):
    draft = make_night(start=False)
    assert signed_in(dee).get(at(draft)).status_code == 404
    body = signed_in(dee).get(at(scored_night, "board/1/")).text
    assert not any(dealt(board).south in body for board in scored_night.section.board_set.boards.all())
    assert "Ann" not in on_page(body)  # the sign-out token may contain any three letters
    assert "%" not in body.split("<main", 1)[1].split("</main>")[0]
