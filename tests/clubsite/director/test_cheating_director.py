"""SOLO-31, tested by a director who cheats: Dee plays as number 1 (Bo) and wants to see a board before she plays it."""

import datetime
import re
import time
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry, Membership, Person
from clubsite.core.tokens import hash_token
from clubsite.director.monitor.views import AuditLine
from clubsite.nights.consents import consent_asked
from clubsite.nights.models import AuditedBoard, Contestant, ContestantPerson, Seating, Section, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.movement import contestant_assign
from clubsite.nights.services.rounds import session_start
from clubsite.play import room_states
from clubsite.play.models import Play, RevokeReason, SeatTicket
from clubsite.play.seat_tickets import ticket_release
from clubsite.readers.models import JoinRequest
from clubsite.readers.services import join_ask
from clubsite.scores.selectors.hidden_cards import boards_hidden_from
from clubsite.seats.joining import NumberWanted, seat_take
from tests.clubsite.at_tables import look, play_of, play_until, sensibly
from tests.kit.clocks import cache_time
from tests.kit.people import another_director, plays_as, signed_in
from tests.kit.typed_scores import enter_score

LOOKS = [AuditAction.CARDS_LOOKED_AT, AuditAction.SLIPS_PRINTED, AuditAction.CURTAIN_CARDS_PRINTED]


@pytest.fixture
def bo(make_night, dee):
    """A session that began with Dee's account linked to Bo, who plays as number 1."""
    night = make_night(start=False)
    plays_as(night.session, 1, dee)
    session_start(session=night.session, user=dee)
    night.person = Person.objects.get(user=dee)
    return night


@pytest.fixture
def eve(club):
    return another_director(club, "eve")


def sees_nothing(client: Client, night, user) -> bool:
    """True if this director owes boards and gets none of their cards, whether by looking or on paper."""
    base = f"/director/{night.session.public_id}"
    for row in TableBoard.objects.filter(table__number=1, round__section=night.section):
        client.post(f"{base}/table/1/look/", {"board": str(row.pk)})
    taken = [client.post(f"{base}/print/{name}.pdf") for name in ("slips", "curtain-cards")]
    looks = AuditEntry.objects.filter(action__in=LOOKS, session=night.session)
    owes = bool(boards_hidden_from(user, night.session))
    return owes and not looks.exists() and all(answer.status_code == 302 for answer in taken)


def sat_down(night, user, number: str = "") -> SeatTicket:
    """Take Bo's seat with another device. Return the device's ticket."""
    device = Device.objects.create(token_hash=hash_token("another"))
    table, choice = night.section.tables.get(number=1), str(night.contestant(1).pk)
    return seat_take(table=table, device=device, choice=choice, user=user, number=number)[0]


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("me/not/", "Bo plays in Tuesday, 2026-11-17, so the account stays theirs"),
        ("people/{person}/unlink/", "until that night is over"),
    ],
)
def test_she_is_unlinked_from_her_name_when_the_night_is_over_and_not_before(page, sentence, bo, dee, director):
    address = f"/clubs/lantern/{page}".format(person=bo.person.pk)
    assert sentence in director.post(address, follow=True).text
    assert Person.objects.get(user=dee) == bo.person and sees_nothing(director, bo, dee)
    session_end(session=bo.session, user=dee)
    director.post(address)
    assert not Person.objects.filter(user=dee).exists()


@pytest.mark.parametrize("way", ["unlinked", "replaced"])
def test_an_account_that_was_unlinked_or_replaced_all_the_same_still_owes_the_boards(way, bo, dee, director):
    """In the database, in a way that nobody has thought of, by a substitute, or by a correction of who was there."""
    if way == "unlinked":
        Person.objects.filter(pk=bo.person.pk).update(user=None)
    else:
        other = Person.objects.create(club=bo.session.club, name="Stand-in")
        ContestantPerson.objects.filter(contestant=bo.contestant(1)).update(person=other)
    assert sees_nothing(director, bo, dee)


def test_an_account_that_is_joined_later_owes_what_its_person_owes(night, dee, director):
    """Dee's account was not linked at the start. She links it later, and her name is then removed from the movement."""
    person = Person.objects.get(entered__contestant=night.contestant(1))
    assert not boards_hidden_from(dee, night.session)
    Person.objects.filter(pk=person.pk).update(user=dee)
    ContestantPerson.objects.filter(person=person).delete()
    assert sees_nothing(director, night, dee)


def test_a_seat_taken_while_director_counts_whatever_name_is_on_it(night, dee, director):
    ticket_release(ticket=night.tickets[1], reason=RevokeReason.FREED)
    ticket = sat_down(night, dee)
    assert sees_nothing(director, night, dee)
    ticket_release(ticket=ticket, reason=RevokeReason.FREED)
    assert sees_nothing(director, night, dee)


def test_the_device_of_a_seat_shows_its_director_no_card_that_the_seat_owes(night, dee, director):
    """Nobody was signed in when the seat was taken. The seat is freed, and Dee signs in on the same phone."""
    device = Device.objects.create(token_hash=hash_token("a token"))
    ticket_release(ticket=night.tickets[1], reason=RevokeReason.FREED)
    type(night.tickets[1]).objects.filter(pk=night.tickets[1].pk).update(device=device)
    base = f"/director/{night.session.public_id}"
    director.cookies["device"] = "a token"
    assert director.post(f"{base}/print/slips.pdf").status_code == 302
    del director.cookies["device"]
    assert director.post(f"{base}/print/slips.pdf").status_code == 200


def test_who_was_a_player_only_in_the_set_up_owes_nothing(make_night, dee):
    night = make_night(start=False)
    plays_as(night.session, 1, dee)
    assert boards_hidden_from(dee, night.session)
    contestant_assign(session=night.session, number=1, person=None)
    assert not boards_hidden_from(dee, night.session)


def test_the_admin_parts_nobody_and_lists_no_score_of_a_board_that_is_owed(bo, dee, director):
    dee.is_staff = dee.is_superuser = True
    dee.save()
    other = bo.section.tables.get(number=2).table_boards.get(round__number=1)
    enter_score(other, dee, "1N S 7")
    page = f"/admin/clubs/person/{bo.person.pk}/change/"
    director.post(page, {"club": bo.session.club_id, "name": "Bo", "number": "", "shown_as": "club", "user": ""})
    bo.person.refresh_from_db()
    assert bo.person.user == dee
    entry = other.score_entries.get()
    assert director.get("/admin/scores/scoreentry/").text.count(f"/scoreentry/{entry.pk}/") == 0
    assert director.get(f"/admin/scores/scoreentry/{entry.pk}/change/").status_code == 302
    lines = AuditedBoard.objects.filter(board=other.board).values_list("entry", flat=True)
    pages = [f"/admin/clubs/auditentry/{line}/change/" for line in lines]
    assert {director.get(page).status_code for page in pages} == {302}
    session_end(session=bo.session, user=dee)
    assert director.get(f"/admin/scores/scoreentry/{entry.pk}/change/").status_code == 200
    assert {director.get(page).status_code for page in pages} == {200}


def test_the_admin_shows_no_stored_results_solo_31(published_night, dee, director):
    """Stored results have every score, even for a deal that the site's keeper still has to play in another session."""
    dee.is_staff = dee.is_superuser = True
    dee.save()
    publication = published_night.session.publications.get()
    page = director.get(f"/admin/rankings/publication/{publication.pk}/change/")
    assert page.status_code == 200 and "ns_mp" not in page.text


def test_the_only_director_does_and_the_log_says_so_but_not_in_mid_night(bo, club, dee, director):
    ann = Person.objects.get(entered__contestant=bo.contestant(4))
    Person.objects.filter(pk=bo.person.pk).update(user=None)
    Person.objects.filter(pk=ann.pk).update(guest=False)
    join_ask(person=ann, user=dee)
    sent, address = {"request": JoinRequest.objects.get().pk, "grant": "yes"}, f"/clubs/{club.slug}/people/asked/"
    assert "waits until that night is over" in director.post(address, sent, follow=True).text
    assert not Person.objects.filter(user=dee).exists()
    session_end(session=bo.session, user=dee)
    director.post(address, sent)
    assert Person.objects.get(user=dee) == ann
    line = AuditEntry.objects.get(action=AuditAction.ACCOUNT_JOINED)
    assert AuditLine(line, covered=False).why == "their own request; the club has no other director"


FREEING = {"free": "table/1/free/S", "free device": "devices/{}/free"}


@pytest.mark.parametrize("way", FREEING)
def test_where_nobody_is_there_the_opponent_consents_and_the_log_says_so(way, bo, dee, eve, director):
    """Eve also directs the club, but is at home. The number on Ann's screen lets the new device in."""
    director.post(act_of(way, bo)[0])
    line = AuditEntry.objects.get(action=AuditAction.SEAT_FREED)
    assert AuditLine(line, covered=False).why == "their own seat; no other director was there"
    with pytest.raises(NumberWanted):
        sat_down(bo, dee)


def five_acts_more(night) -> Play:
    """Let Bo and Ann continue their board for five more actions. Return the play."""
    at_table = [night.tickets[1], night.tickets[4]]
    done: list[int] = []
    play_until(at_table, lambda: len(done) == 5, sensibly("acts"), lambda: done.append(1))
    return play_of(night.tickets[1])


def act_of(way: str, night) -> tuple[str, dict[str, str], AuditAction]:
    """Return the address of an action on the director's own seat, the form to send, and its audit log action."""
    base, ticket = f"/director/{night.session.public_id}", night.tickets[1]
    if way in ("free", "free device"):
        return f"{base}/{FREEING[way]}/".format(ticket.public_id), {}, AuditAction.SEAT_FREED
    if way == "take back":
        play = five_acts_more(night)
        seen = {"seen": f"{play.public_id}/{play.seq}"}
        return f"{base}/table/1/undo/", seen, AuditAction.PLAY_ACTION_TAKEN_BACK
    if way == "give back":
        ticket_release(ticket=ticket, reason=RevokeReason.FREED, user=get_user_model().objects.get(username="dee"))
        return f"{base}/devices/{ticket.public_id}/back/", {}, AuditAction.SEAT_GIVEN_BACK
    Section.objects.filter(pk=night.section.pk).update(live=False)
    aim = {"aim_value": night.section.tables.get(number=1).pk}
    return f"{base}/devices/{ticket.public_id}/", aim, AuditAction.DEVICE_CHANGED


def state_of(night) -> list[Any]:
    """Return the state that each of the three actions would change: the valid tickets and the progress of the plays."""
    held = SeatTicket.objects.filter(revoked_at=None).order_by("pk")
    return [*held.values_list("seat"), *Play.objects.order_by("pk").values_list("seq")]


def number_of_opponent(night) -> str:
    """Return the number that the opponent's screen shows for the director's request, or ""."""
    consent = look(night.tickets[4])["table"]["consent"]
    return str(consent["number"]) if consent else ""


def is_refused(number: str, act: tuple[str, dict[str, str], AuditAction], director: Client) -> bool:
    """True if the action is not carried out when this number is submitted with it."""
    url, sent, action = act
    text = director.post(url, {**sent, "number": number}).text
    return "That is not the number on Ann’s screen" in text and not AuditEntry.objects.filter(action=action).exists()


WAYS = {
    "take back": r"take back (South|North)’s last (call|card)",
    "give back": "have the seat back on the device that was sent away",
    "change": "change the seat’s device: from now on table 1’s own",
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", [*WAYS, *FREEING])
def test_what_is_done_for_one_s_own_seat_is_another_director_s_who_is_there(way, dee_plays, eve, director):
    other, (url, sent, action) = signed_in(eve), act_of(way, dee_plays)
    other.get(f"/director/{dee_plays.session.public_id}/")
    before = state_of(dee_plays)
    assert "so another director answers: eve can" in director.post(url, sent, follow=True).text
    assert state_of(dee_plays) == before and not AuditEntry.objects.filter(action=action).exists()
    other.post(url, sent)
    assert state_of(dee_plays) != before and AuditEntry.objects.filter(action=action, actor="eve").exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", WAYS)
def test_alone_it_wants_the_number_on_the_opponent_s_screen_and_the_log_says_so(way, dee_plays, eve, director):
    """Eve is at home. The screen names the action and its time limit. The number works only once, for this action."""
    url, sent, action = act_of(way, dee_plays)
    before, asked_at = state_of(dee_plays), timezone.now()
    text = director.post(url, sent).text
    assert "Ask Ann for the number" in text and 'name="number"' in text
    consent = look(dee_plays.tickets[4])["table"]["consent"]
    assert re.fullmatch(WAYS[way], consent["act"]) and consent["seen"] == sent.get("seen", "")
    left = datetime.datetime.fromisoformat(consent["until"]) - asked_at
    assert 180 <= left.total_seconds() < 200
    number = str(consent["number"])
    assert len(number) == 6 and number not in text
    if way != "give back":
        assert look(dee_plays.tickets[1])["table"]["consent"] is None, "the director reads it nowhere"
    assert is_refused(f"{(int(number) + 1) % 10**6:06}", (url, sent, action), director)
    assert state_of(dee_plays) == before
    director.post(url, {**sent, "number": f"{number[:3]} {number[3:]}"})
    assert state_of(dee_plays) != before
    why = AuditLine(AuditEntry.objects.get(action=action), covered=False).why
    assert why.endswith("no other director was there, and the opponent at the table consented")
    assert number_of_opponent(dee_plays) == "", "the number is gone once it was used"
    if way != "change":
        url, sent, _ = act_of(way, dee_plays)
    director.post(url, {**sent, "number": number})
    assert AuditEntry.objects.filter(action=action).count() == 1, "nor is it good a second time"


OPPOSITE = {
    "themselves": lambda ann: ann.persons.update(person=Person.objects.get(user__username="dee")),
    "a robot": lambda ann: Contestant.objects.filter(pk=ann.pk).update(robot="beginner"),
    "nobody": lambda ann: Seating.objects.filter(ew=ann).update(ew=None, board_group=0),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("opposite", OPPOSITE)
@pytest.mark.parametrize("way", WAYS)
def test_alone_without_an_opponent_who_can_agree_it_is_refused(way, opposite, dee_plays, director):
    """A robot cannot give consent, and directors cannot give consent to themselves."""
    url, sent, _ = act_of(way, dee_plays)
    OPPOSITE[opposite](dee_plays.contestant(4))
    before = state_of(dee_plays)
    text = director.post(url, sent, follow=True).text
    assert "nobody is there who can agree" in text and state_of(dee_plays) == before
    assert consent_asked(dee_plays.contestant(1).pk) is None, "no screen shows a number"


def test_a_table_with_cards_shows_the_number_and_ten_wrong_ones_are_all_for_a_while(later, dee_plays, director):
    url, sent, action = act_of("change", dee_plays)
    later(0)
    director.post(url, sent)
    ann, state = dee_plays.phone(4), f"/seat/{dee_plays.tickets[4].public_id}/score/state/"
    shown = ann.get(state).json()["consent"]
    words = "change the seat’s device: from now on table 1’s own"
    assert 170 < shown.pop("seconds") <= 180, "then the page stops showing it"
    assert shown == {"act": words, "number": number_of_opponent(dee_plays)}
    later(181)
    assert ann.get(state).json()["consent"] is None
    for _ in range(10):
        director.post(url, {**sent, "number": "1"})
    right = {**sent, "number": number_of_opponent(dee_plays)}
    assert "Too many wrong numbers. Try again in 5 minutes" in director.post(url, right).text
    assert not AuditEntry.objects.filter(action=action).exists()
    later(181 + 301)
    director.post(url, sent)
    director.post(url, {**sent, "number": number_of_opponent(dee_plays)})
    assert AuditEntry.objects.filter(action=action).exists()


@pytest.fixture
def later(monkeypatch):
    """A function that moves the cache's clock forward by a given number of seconds."""
    now = time.time()

    def go(seconds: float):
        cache_time(monkeypatch, now + seconds)
        room_states._kept.clear()  # a process reads its rooms again after a minute

    return go


def test_a_number_is_good_for_three_minutes(later, dee_plays, director):
    url, sent, action = act_of("give back", dee_plays)
    later(0)
    director.post(url, sent)
    first = number_of_opponent(dee_plays)
    later(179)
    assert number_of_opponent(dee_plays) == first
    later(181)
    assert number_of_opponent(dee_plays) == ""
    assert is_refused(first, (url, sent, action), director)
    second = number_of_opponent(dee_plays)
    assert second not in ("", first)
    director.post(url, {**sent, "number": second})
    assert AuditEntry.objects.filter(action=action).exists()


def test_the_number_for_another_director_s_seat_is_refused(dee_plays, club, eve, director):
    """Eve, who plays as number 2 and is no longer a director, has asked for a number too."""
    plays_as(dee_plays.session, 2, eve)
    hers = dee_plays.tickets[2]
    ticket_release(ticket=hers, reason=RevokeReason.FREED, user=eve)
    signed_in(eve).post(f"/director/{dee_plays.session.public_id}/devices/{hers.public_id}/back/")
    consent = consent_asked(dee_plays.contestant(2).pk)
    Membership.objects.filter(club=club, user=eve).delete()
    url, sent, action = act_of("give back", dee_plays)
    director.post(url, sent)
    assert consent is not None and number_of_opponent(dee_plays) != consent.number
    assert is_refused(consent.number, (url, sent, action), director)


def test_the_number_of_a_freed_seat_and_that_of_a_consent_are_not_good_for_each_other(dee_plays, dee, director):
    url, sent, action = act_of("give back", dee_plays)
    freed = look(dee_plays.tickets[4])["table"]["lets_in"]
    director.post(url, sent)
    consent = number_of_opponent(dee_plays)
    assert len(freed) == 6 and freed != consent
    assert is_refused(freed, (url, sent, action), director)
    with pytest.raises(NumberWanted, match="That is not the number on Ann’s screen"):
        sat_down(dee_plays, dee, number=consent)


@pytest.mark.django_db(transaction=True)
def test_a_number_asked_for_one_act_is_not_good_for_another(dee_plays, director):
    url, sent, _ = act_of("take back", dee_plays)
    director.post(url, sent)
    number = number_of_opponent(dee_plays)
    assert is_refused(number, act_of("take back", dee_plays), director), "the players have gone on"
    assert number_of_opponent(dee_plays) not in ("", number)
