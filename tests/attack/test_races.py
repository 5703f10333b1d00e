"""Two simultaneous requests by people whose roles conflict: one request wins, and what must hold still holds."""

import re

import pytest
from django.test import Client

from clubsite.clubs.models import Membership, Person, Role
from clubsite.nights.models import SlipLink
from clubsite.nights.services.directing import session_end
from clubsite.play.models import SeatTicket
from clubsite.play.seat_tickets import TICKET_COOKIE
from clubsite.rankings.models import Publication
from tests.kit.people import another_director, part, signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def statuses(answers) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def test_two_owners_who_demote_each_other_leave_one(club, dee, at_once):
    flo = part(club, "flo", Role.OWNER)
    pages = {dee: flo, flo: dee}
    browsers = {user: signed_in(user) for user in pages}

    def demote(maker, other):
        return lambda: browsers[maker].post(f"/clubs/lantern/accounts/{other.pk}/role/", {"role": "member"})

    at_once(*(demote(maker, other) for maker, other in pages.items()))

    def owners() -> int:
        return Membership.objects.filter(club=club, role=Role.OWNER).count()

    assert at_once(owners) == [1]


def test_a_director_whose_role_ends_publishes_before_it_or_not_at_all(scored_night, club, director, at_once):
    pat = another_director(club, "pat")
    session_end(session=scored_night.session, user=pat)
    page, browser = f"/director/{scored_night.session.public_id}/act/publish/", signed_in(pat)
    at_once(
        lambda: browser.post(page), lambda: director.post(f"/clubs/lantern/accounts/{pat.pk}/role/", {"role": "member"})
    )
    assert at_once(lambda: browser.post(page).status_code) == [404]
    assert at_once(Publication.objects.count)[0] in (0, 1)


def test_two_directors_who_publish_at_once_make_one_version(scored_night, club, director, at_once):
    pat = another_director(club, "pat")
    session_end(session=scored_night.session, user=pat)
    page, other = f"/director/{scored_night.session.public_id}/act/publish/", signed_in(pat)
    assert statuses(at_once(lambda: director.post(page), lambda: other.post(page))) == [302, 302]
    versions = at_once(lambda: list(Publication.objects.values_list("version", flat=True)))[0]
    assert len(versions) == len(set(versions))


def test_a_seat_that_two_devices_take_at_once_has_one_of_them(make_night, at_once):
    night = make_night()
    SeatTicket.objects.all().delete()
    table = night.section.tables.get(number=1)
    seat = night.contestant(1).pk
    devices = [Client(), Client()]
    answers = at_once(*(lambda one=one: one.post(f"/join/{table.code}/", {"seat": seat}) for one in devices))
    held = at_once(lambda: SeatTicket.objects.filter(seat=seat, revoked_at=None).count())
    assert held == [1]
    assert len([answer for answer in answers if TICKET_COOKIE in answer.cookies]) == 1


def test_a_link_to_a_lost_slip_that_two_open_at_once_opens_once(night, club, director, at_once):
    text = director.post(f"/director/{night.session.public_id}/print/lost-slip/", {"number": "1"}).text
    link = re.search(r"(/slip/[\w-]+/)\"", text)[1]
    readers = [signed_in(part(club, name, Role.MEMBER)) for name in ("mem", "mim")]
    answers = at_once(*(lambda one=one: one.post(link) for one in readers))
    assert statuses(answers) == [200, 403]
    assert at_once(lambda: SlipLink.objects.filter(used_at=None).count()) == [0]


def test_an_invitation_that_two_accounts_use_at_once_joins_one(night, club, director, at_once, django_user_model):
    person = Person.objects.get(entered__contestant=night.contestant(1))
    page = director.post(f"/clubs/lantern/people/{person.pk}/invite/", follow=True).text
    link = re.search(r"(/clubs/lantern/invitation/[^/\"\s<]+/)", page)[1]
    readers = [signed_in(django_user_model.objects.create_user(name, password="x")) for name in ("one", "two")]
    at_once(*(lambda one=one: one.post(link) for one in readers))
    joined = at_once(lambda: Person.objects.filter(user__username__in=["one", "two"]).count())
    assert joined == [1]
