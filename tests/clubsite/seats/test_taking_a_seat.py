"""SOLO-31: taking a seat in mid-board reveals its cards. A director who still owes boards may not take one."""

import pytest
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Membership, Role
from clubsite.nights.models import Section
from clubsite.play.models import SeatTicket
from tests.clubsite.at_tables import look, play_until
from tests.kit.pages import words
from tests.kit.people import plays_as, signed_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mid(night):
    """A session with board 1 in play at table 1 between Bo (South) and Ann."""
    bo = night.tickets[1]
    play_until([bo, night.tickets[4]], lambda: look(bo)["table"]["state"] == "playing")
    return night


def free(page: Client, night, player: str = "S"):
    page.post(f"/director/{night.session.public_id}/table/1/free/{player}/")


def sit(client: Client, night, **more: str):
    code = night.section.tables.get(number=1).code
    return client.post(f"/join/{code}/", {"seat": night.contestant(1).pk, **more}, follow=True)


def holder(night, number: int = 1) -> SeatTicket | None:
    return SeatTicket.objects.filter(seat=night.contestant(number).pk, revoked_at=None).first()


def taken() -> list[tuple[str, str, str]]:
    actions = (AuditAction.SEAT_TAKEN_IN_MID_BOARD, AuditAction.FREED_SEAT_TAKEN)
    lines = AuditEntry.objects.filter(action__in=actions)
    return [(line.actor, line.about, line.detail["why"]) for line in lines]


def number_on_screen(night, number: int = 4) -> str:
    return str(look(night.tickets[number])["table"]["lets_in"])


def test_signed_in_a_director_who_owes_boards_takes_nobody_elses_seat(director, mid, dee):
    plays_as(mid.session, 6, dee)
    free(director, mid)
    assert "have boards of this session still to play yourself" in words(sit(director, mid))
    assert holder(mid) is None and not taken()


def test_nor_does_their_second_device_without_the_number_on_the_opponents_screen(director, mid, dee):
    plays_as(mid.session, 6, dee)
    free(director, mid)
    phone = Client()
    assert "Ask Ann for the number" in words(sit(phone, mid)) and holder(mid) is None
    number = number_on_screen(mid)
    assert len(number) == 6 and number not in words(sit(phone, mid))
    wrong = f"{(int(number) + 1) % 10**6:06}"
    assert "not the number on Ann’s screen" in words(sit(phone, mid, number=wrong))
    assert holder(mid) is None
    sit(phone, mid, number=f"{number[:3]} {number[3:]}")
    assert holder(mid) is not None and number_on_screen(mid) == ""
    why = "on another device; the seat was freed by dee"
    assert taken() == [("a device without an account", "board 1, table 1, South: Bo", why)]


def test_the_number_cannot_be_guessed(director, mid, dee):
    plays_as(mid.session, 6, dee)
    free(director, mid)
    wrong = [f"{(int(number_on_screen(mid)) + n) % 10**6:06}" for n in range(1, 13)]
    said = [words(sit(Client(), mid, number=number)) for number in wrong]
    assert "Too many wrong numbers" in said[-1] and "Too many" not in said[0]
    assert "Too many wrong numbers" in words(sit(Client(), mid, number=number_on_screen(mid)))
    assert holder(mid) is None


def test_the_number_of_another_seat_and_that_of_an_earlier_freeing_let_nobody_in(director, mid, dee):
    """South's seat at table 2 is freed too. Then Bo's seat is freed twice."""
    plays_as(mid.session, 6, dee)
    director.post(f"/director/{mid.session.public_id}/table/2/free/S/")
    free(director, mid)
    south = mid.section.rounds.get(number=1).seatings.get(table__number=2)
    other = next(n for n in mid.tickets if mid.contestant(n).pk == south.ew_id)
    first, of_another = number_on_screen(mid), number_on_screen(mid, other)
    assert len(of_another) == 6 and of_another != first
    assert "not the number on Ann’s screen" in words(sit(Client(), mid, number=of_another))
    sit(Client(), mid, number=first)
    free(director, mid)
    assert number_on_screen(mid) not in ("", first)
    assert "not the number on Ann’s screen" in words(sit(Client(), mid, number=first))
    assert holder(mid) is None


def test_the_device_that_had_the_seat_comes_back_without_it(director, mid, dee):
    plays_as(mid.session, 6, dee)
    tablet = Client()
    free(director, mid)
    sit(tablet, mid, number=number_on_screen(mid))
    before = len(taken())
    free(director, mid)
    sit(tablet, mid)
    assert holder(mid) is not None and len(taken()) == before


def test_at_their_own_table_no_number_is_on_their_own_screen(director, mid, dee):
    plays_as(mid.session, 4, dee)
    free(director, mid)
    assert number_on_screen(mid) == ""
    assert "nobody here can say who sits down" in words(sit(Client(), mid)) and holder(mid) is None


def test_another_director_of_the_club_can_free_it(director, mid, dee, cy):
    plays_as(mid.session, 4, dee)
    free(director, mid)
    Membership.objects.create(club=mid.session.club, user=cy, role=Role.DIRECTOR)
    other = signed_in(cy)
    assert "Free seat" in words(other.get(f"/director/{mid.session.public_id}/table/1/"))
    free(other, mid)
    sit(Client(), mid)
    assert holder(mid) is not None
    assert taken()[0][2] == "on another device; the seat was freed by cy"


def test_freed_by_a_director_who_does_not_play_it_is_noted_with_their_name(director, mid):
    free(director, mid)
    assert number_on_screen(mid) == ""
    sit(director, mid)
    assert holder(mid) is not None
    assert taken() == [("dee", "board 1, table 1, South: Bo", "on another device; the seat was freed by dee")]


def test_a_director_takes_their_own_seat_on_their_phone(director, mid, dee):
    plays_as(mid.session, 1, dee)
    mine = signed_in(dee)
    SeatTicket.objects.filter(pk=mid.tickets[1].pk).update(revoked_at="2026-11-17T20:00:00Z")
    sit(mine, mid)
    assert holder(mid) is not None


def test_between_boards_nothing_is_noted_of_a_director_who_does_not_play(director, night):
    free(director, night)
    sit(Client(), night)
    assert holder(night) is not None and not taken()


def test_a_table_with_cards_on_it_shows_the_number_too(director, night, dee):
    Section.objects.filter(pk=night.section.pk).update(live=False)
    plays_as(night.session, 6, dee)
    free(director, night)
    assert "Ask Ann for the number" in words(sit(Client(), night))
    number = number_on_screen(night)
    shown = night.phone(4).get(f"/seat/{night.tickets[4].public_id}/score/state/").json()
    assert shown["lets_in"] == f"{number[:3]} {number[3:]}"
    sit(Client(), night, number=number)
    assert holder(night) is not None and taken()[0][1] == "table 1, South: Bo"
