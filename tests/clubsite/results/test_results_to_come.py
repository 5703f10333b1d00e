"""The address of unpublished results: a page that waits for those who may know, nothing for all others."""

from typing import Any

import pytest
from django.test import Client

from clubsite.accounts.services import device_for
from clubsite.clubs.models import Membership, Person, Role
from clubsite.duplicate.models import ContestantPerson, Table
from clubsite.duplicate.services.directing import session_end
from clubsite.play.models import PlaySeat, RevokeReason, SeatKind
from clubsite.play.seat_tickets import ticket_release, ticket_take
from clubsite.rankings.services.publications import publish, unpublish
from tests.on_page import on_page

pytestmark = pytest.mark.django_db
NOT_YET = "The results are not there yet"


def at(night: Any, rest: str = "") -> str:
    return f"/results/{night.session.public_id}/{rest}"


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def with_device(seat: PlaySeat) -> tuple[Client, Any]:
    """Return a browser that has held this seat."""
    device, token = device_for(token=None)
    client = Client()
    client.cookies["device"] = token
    return client, ticket_take(device=device, seat=seat)[0]


@pytest.fixture
def table(scored_night: Any) -> Table:
    return Table.objects.filter(section=scored_night.section).order_by("number")[0]


def test_who_sat_there_finds_a_page_that_waits_and_becomes_the_results(
    scored_night: Any, table: Table, dee: Any
) -> None:
    client, ticket = with_device(table.seat)
    page = client.get(at(scored_night))
    assert page.status_code == 200 and "no-store" in page.headers["Cache-Control"]
    assert "the session is still being played" in page.content.decode()
    ticket_release(ticket=ticket, reason=RevokeReason.LEFT)
    session_end(session=scored_night.session, user=dee)
    for rest in ("", "boards/", "player/1/", "board/1/", "hands/", "files/"):
        body = client.get(at(scored_night, rest)).content.decode()
        assert NOT_YET in body and "The results are not published yet" in body
        assert f'data-hx-get="{at(scored_night, "waiting/")}"' in body
    still = client.get(at(scored_night, "waiting/"))
    assert (still.status_code, still.headers.get("HX-Refresh")) == (204, None)
    publish(scored_night.session, dee)
    assert client.get(at(scored_night, "waiting/")).headers["HX-Refresh"] == "true"
    assert NOT_YET not in client.get(at(scored_night)).content.decode()
    unpublish(scored_night.session, dee)
    assert "has withdrawn the results" in client.get(at(scored_night)).content.decode()


def test_a_player_a_member_and_a_director_may_know_of_it(scored_night: Any, dee: Any, cy: Any) -> None:
    session_end(session=scored_night.session, user=dee)
    director = signed_in(dee).get(at(scored_night)).content.decode()
    assert NOT_YET in director and f'href="/director/{scored_night.session.public_id}/"' in director
    person = ContestantPerson.objects.get(contestant=scored_night.contestant(1)).person
    Person.objects.filter(pk=person.pk).update(user=cy)
    player = signed_in(cy).get(at(scored_night)).content.decode()
    assert NOT_YET in player and "/director/" not in player
    Person.objects.filter(pk=person.pk).update(user=None)
    assert signed_in(cy).get(at(scored_night)).status_code == 404
    Membership.objects.create(club=scored_night.session.club, user=cy, role=Role.MEMBER)
    assert NOT_YET in signed_in(cy).get(at(scored_night)).content.decode()


def test_to_strangers_it_is_as_if_there_were_none(scored_night: Any, dee: Any, cy: Any) -> None:
    """In play, ended or withdrawn: the same answer as for a made-up address."""
    stranger, seated = signed_in(cy), with_device(PlaySeat.objects.create(kind=SeatKind.CONTESTANT))[0]

    def answers(public_id: str) -> set[tuple[int, str]]:
        said = set()
        for client in (Client(), stranger, seated):
            for rest in ("", "boards/", "player/1/", "waiting/"):
                answer = client.get(f"/results/{public_id}/{rest}", headers={"HX-Request": "true"})
                said.add(
                    (answer.status_code, "There is nothing here" if b"nothing here" in answer.content else "")
                )
        return said

    nothing = answers("nosuchnight1")
    assert nothing == {(404, "There is nothing here")}
    assert answers(scored_night.session.public_id) == nothing
    session_end(session=scored_night.session, user=dee)
    assert answers(scored_night.session.public_id) == nothing
    publish(scored_night.session, dee)
    unpublish(scored_night.session, dee)
    assert answers(scored_night.session.public_id) == nothing


def test_a_draft_and_what_is_inside_are_told_to_nobody(scored_night: Any, make_night: Any, dee: Any) -> None:
    draft = make_night(start=False)
    assert signed_in(dee).get(at(draft)).status_code == 404
    body = signed_in(dee).get(at(scored_night, "board/1/")).content.decode()
    assert not any(board.south in body for board in scored_night.section.board_set.boards.all())
    assert "Ann" not in on_page(body)  # the sign-out token may contain any three letters
    assert "%" not in body.split("<main", 1)[1].split("</main>")[0]
