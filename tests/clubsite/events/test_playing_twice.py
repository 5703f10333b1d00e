"""People of an event: nobody plays it twice, or deals or has seen its cards and plays; and what is kept of them."""

import datetime
import json

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubsite.clubs.invitations import account_join
from clubsite.clubs.services import person_add
from clubsite.core.data_map import Subject, gathered
from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.director.setup.dummy_slips import slips_taken
from clubsite.events.models import Event, EventAction, EventEntrant, EventPerson, Heat
from clubsite.events.sealing import boards_key, boards_sealed, dealt_boards_of, seal_facts
from clubsite.events.selectors.event_rules import Announcement, first_heard_differs
from clubsite.events.selectors.players import person_key
from clubsite.events.services.events import event_cancel, event_update, public_number_set
from clubsite.events.services.heats import dealer_name, heat_deals, heat_join, heat_release
from clubsite.events.tasks import events_sweep
from clubsite.nights.models import ContestantPerson
from clubsite.nights.selectors.repairs import StandInOrder
from clubsite.nights.services.rounds import session_start
from clubsite.privacy.services import Left, account_delete, retention_run
from games.event_seed import numbers_read
from tests.clubsite.events.two_clubs import AT_QUAY
from tests.kit.events import LOTTO, heat_night, join, make_club, make_event, score_round, take_lines
from tests.kit.heat_servers import HeatServer, state
from tests.kit.people import plays_as
from tests.kit.repairs import as_newcomer, mend


@pytest.fixture
def eve():
    return get_user_model().objects.create_user("eve", password="correct horse")


@pytest.fixture
def first(event, club, dee, eve):
    """The first heat, in play; Eve plays as Bo, number 1."""
    session = heat_night(join(event, club, dee), dee, start=False)
    plays_as(session, 1, eve)
    session_start(session=session, user=dee)
    return session


def second(event, quay, cy, eve, number=1):
    """A heat of another club, not begun, in which Eve plays under `number`."""
    session = heat_night(join(event, quay, cy), cy, start=False, names=AT_QUAY)
    if eve is not None:
        plays_as(session, number, eve)
    return session


def test_the_same_account_cannot_start_in_a_second_heat(event, first, quay, cy, eve, client):
    session = second(event, quay, cy, eve)
    words = "Jo has played the boards of this event already, at Lantern Street"
    with pytest.raises(Refused, match=f"{words} on {timezone.localdate():%-d %B %Y}. Seat"):
        session_start(session=session, user=cy)
    client.force_login(cy)
    page = client.get(f"/director/{session.public_id}/setup/start/").text
    assert words in page
    assert f"/director/{session.public_id}/setup/players/" in page
    plays_as(session, 1, None)
    session_start(session=session, user=cy)


def test_the_same_person_of_a_club_is_known_without_an_account(event, first, club, dee):
    session = heat_night(join(event, club, dee), dee, start=False, names=AT_QUAY)
    jo = ContestantPerson.objects.filter(contestant__section__session=session, person__name="Jo")
    jo.update(person=club.people.get(name="Ann"))
    with pytest.raises(Refused, match="Ann has played"):
        session_start(session=session, user=dee)


def test_a_stand_in_who_has_played_elsewhere_is_refused(event, first, quay, cy, eve):
    session = second(event, quay, cy, None)
    session_start(session=session, user=cy)
    eve_there = person_add(club=quay, name="Eve")
    eve_there.user = eve
    eve_there.save()
    row = ContestantPerson.objects.get(contestant__section__session=session, person__name="Kit")
    section = session.sections.get()
    with pytest.raises(Refused, match="Eve has played"):
        mend(section, StandInOrder(row, as_newcomer(eve_there)), cy)
    assert not ContestantPerson.objects.filter(person=eve_there).exists()
    mend(section, StandInOrder(row, as_newcomer(person_add(club=quay, name="Pam"))), cy)


def test_the_dealer_of_a_heat_and_who_has_printed_its_slips_play_in_no_heat(event, club, dee, quay, cy, eve):
    heat = join(event, club, dee, planned_at=timezone.now())
    here = heat_night(heat, dee, start=False)
    dora = person_add(club=club, name="Dora")
    dora.user = eve
    dora.save()
    dealer_name(heat=heat, person=dora, user=dee)
    session = second(event, quay, cy, eve)
    with pytest.raises(Refused, match="Jo deals the cards at Lantern Street"):
        session_start(session=session, user=cy)
    heat_release(heat=heat, user=dee)
    slips_taken(dee, here)
    plays_as(session, 1, dee)
    with pytest.raises(Refused, match="printed the slips"):
        session_start(session=session, user=cy)


def test_keys_are_of_one_event_without_an_account_there_is_none_and_a_robot_is_nobody(event, club, dee, eve, first):
    other = make_event(club, dee, name="Winter simultaneous")
    keys = {person_key(each_event.public_id, account) for each_event in (event, other) for account in (eve.pk, dee.pk)}
    assert len(keys) == 4 and all(len(key) == 64 for key in keys)
    people = EventPerson.objects.filter(entrant__heat=first.heat)
    take_lines(first.heat)
    assert sorted(people.values_list("key", flat=True)) == ["", "", "", "", "", person_key(event.public_id, eve.pk)]
    first.sections.get().contestants.filter(number=2).update(robot="club")
    ContestantPerson.objects.filter(contestant__section__session=first, contestant__number=2).delete()
    take_lines(first.heat)
    assert people.count() == 5 and not people.filter(entrant__label="2").exists()


def test_a_second_play_that_nobody_could_know_gets_no_place(event, first, quay, cy, eve):
    session = second(event, quay, cy, None)
    session_start(session=session, user=cy)
    score_round(first, first.created_by, {1: "1N S 7"})
    score_round(session, cy, {1: "1N S 7"})
    for night in (first, session):
        take_lines(night.heat)
    assert not EventEntrant.objects.filter(second_play=True).exists()
    account_join(person=quay.people.get(name="Jo"), user=eve, maker=cy)
    [entrant] = EventEntrant.objects.filter(second_play=True)
    assert (entrant.heat, entrant.label) == (session.heat, "1")
    assert event.log.filter(action=EventAction.PLAYED_TWICE, heat=session.heat).count() == 1
    take_lines(session.heat)
    assert EventEntrant.objects.filter(second_play=True).count() == 1


@pytest.fixture
def heat(club, dee) -> Heat:
    """A heat in play at Dee's club, in which Bo plays with a key, and Ann is the dealer."""
    heat = join(make_event(club, dee), club, dee)
    session = heat_night(heat, dee)
    bo = ContestantPerson.objects.get(contestant__section__session=session, person__name="Bo")
    entrant, _ = EventEntrant.objects.get_or_create(
        contestant=bo.contestant, defaults={"heat": heat, "label": "1", "kind": "two_handed", "line": "ALL"}
    )
    EventPerson.objects.filter(entrant=entrant).delete()
    EventPerson.objects.create(entrant=entrant, key="a" * 64)
    Heat.objects.filter(pk=heat.pk).update(dealer=club.people.get(name="Ann"))
    return heat


def read_by(club, name: str, user: int | None = None) -> list[str]:
    [part] = gathered(Subject(user, (club.people.get(name=name).pk,)), "events")
    assert all(row["event"] == "Autumn simultaneous" and row["club"] == "Lantern Street" for row in part.rows)
    return [row["what"] for row in part.rows]


def test_people_read_what_events_know_about_them_and_a_deleted_account_is_recognised_no_more(heat, club, dee, cy):
    assert read_by(club, "Bo") == ["played as number 1"]
    assert read_by(club, "Ann") == ["handled the cards as the dealer"]
    assert "announced the event" in read_by(club, "Flo", dee.pk)
    entrant = EventEntrant.objects.get(contestant__persons__person__name="Bo")
    known = EventPerson.objects.create(entrant=entrant, key=person_key(heat.event.public_id, cy.pk))
    account_delete(user=cy, left=Left.NOTHING)
    known.refresh_from_db()
    assert known.key == ""
    assert EventPerson.objects.filter(entrant=entrant, key="a" * 64).exists()


def test_old_events_lose_keys_but_no_results(heat, dee):
    server = HeatServer(heat.event, dee)
    server.put(state())

    def lost() -> int:
        return next(count for rule, count in retention_run(months=3, apply=True) if rule.key == "event_keys")

    assert lost() == 0
    closed = timezone.now() - datetime.timedelta(days=100)
    opened = closed - datetime.timedelta(days=1)
    Event.objects.update(window_opens=opened, window_closes=closed)
    keys = EventPerson.objects.exclude(key="").count()
    assert lost() == keys > 0
    assert lost() == 0
    assert not EventPerson.objects.exclude(key="").exists()
    assert heat.entrants.exists() and server.heat.lines.exists() and not server.heat.kept_states.exists()
    assert server.fresh().access.seen_from == ""


HOUR = datetime.timedelta(hours=1)


def test_fault_g_each_spelling_of_one_draw_makes_the_same_deals_and_another_count_is_refused():
    for text in ("3 17 22", "22, 17, 3", " 03-017-0022 ", "3|17|22.", "Lotto: 17+22+3", "3\t22\n17", "000000003/17/22"):
        assert numbers_read(text, 3) == "3 17 22", text
    for text, says in (("3 17", "2"), ("3 17 22, bonus 5", "4"), ("", "0"), ("3 17 1234567890", "9 digits")):
        with pytest.raises(ValueError, match=says):
            numbers_read(text, 3)


@pytest.fixture
def elsewhere(club, dee):
    """A heat here of an event that another server organises, with its sealed boards and their key."""
    event = make_event(club, dee, **LOTTO)
    event = public_number_set(event=event, user=dee, text="3 17 14")
    heat, deals, facts = join(event, club, dee), dealt_boards_of(event), seal_facts(event)
    key = boards_key(event.secret.open(), facts)
    sealed = boards_sealed(deals, key=key, facts=facts, nonce=bytes(12))
    hub = {"hub": "https://lantern.example", "hub_id": event.public_id, "public_id": "another", "club": None}
    Event.objects.filter(pk=event.pk).update(sealed_boards=sealed, secret=Sealed(), **hub)
    heat.refresh_from_db()
    heat.boards_key = Sealed.of(key)
    heat.save()
    heat.refresh_from_db()
    assert heat_deals(heat=heat) == dealt_boards_of(heat.event) == deals
    return heat


@pytest.mark.parametrize(
    "fact", [{"public_number": "3 17 41"}, {"boards": 2}, {"options": {"auction_end": "first_pass"}}, {"hub_id": "b"}]
)
def test_fault_d_boards_sealed_for_other_facts_are_never_dealt(elsewhere, fact):
    Event.objects.filter(pk=elsewhere.event_id).update(**fact)
    elsewhere.event.refresh_from_db()
    with pytest.raises(Refused, match="does not open"):
        heat_deals(heat=elsewhere)


FAR = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)

HOSTILE_FACTS = {
    "window_closes": ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59-05:00"],
    "window_opens": ["0001-01-01T00:00:00+05:00", "2026-11-26T18:00:00"],
    "number_day": ["2999-01-01"],
    "boards": ["3", True, float("nan"), 10**400],
    "winners": [1e308],
    "name": ["\ud800", "a\0b"],
    "organiser": [["x"]],
    "fee": ["\u202e"],
    "joining": [[]],
    "options": [[], {"auction_end": []}, {"auction_end": {}}, {"\ud800": "x"}],
    "scoring": [
        *("butler", {"method": []}, {"\ud800": 1}, {"butler_trim": 1e308}, {"butler_trim": 10**400}),
        *({"strata": strata} for strata in ([{}], ["\ud800"], ["a\0"], [str(number) for number in range(100_000)])),
        {"carry_over": "1"},
    ],
    "public_number": ["22 17 3", "3 17"],
    "commitment": ["g" * 64],
    "status": ["draft"],
    "page": ["javascript:alert(1)"],
    "unknown": [1],
}


@pytest.mark.parametrize(("fact", "value"), [(fact, value) for fact in HOSTILE_FACTS for value in HOSTILE_FACTS[fact]])
def test_fault_b_hostile_facts_of_an_announcement_are_refused_in_words(club, dee, fact, value):
    facts = Announcement.of(make_event(club, dee, **LOTTO)).to_json()
    assert Announcement.checked(json.loads(json.dumps(facts))).to_json() == facts
    with pytest.raises(Refused) as no:
        Announcement.checked(facts | {fact: value})
    assert str(no.value).encode() and len(str(no.value)) < 300


def test_fault_b_no_window_far_away_is_taken_from_a_form_the_database_or_another_server(club, dee, director):
    for none in (None, [], "x", {}, {"name": "x"}):
        with pytest.raises(Refused):
            Announcement.checked(none)
    facts = Announcement.of(make_event(club, dee)).to_json()
    far = facts | {"window_opens": "2090-01-01T18:00:00Z", "window_closes": "2090-01-01T23:00:00Z"}
    with pytest.raises(Refused, match="years"):
        Announcement.checked(far, first=True)
    event = make_event(club, dee)
    typed = {"window_opens": "9999-12-01T12:00", "window_closes": "9999-12-31T23:59"}
    errors = director.post("/director/clubs/lantern/events/new/", typed).context["form"].errors
    assert "three years ahead" in str(errors["window_opens"]) and "three years ahead" in str(errors["window_closes"])
    with pytest.raises(Refused, match="three years ahead"):
        event_update(event=event, user=dee, window_closes=FAR)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(window_closes=FAR)


def test_fault_e_a_server_that_heard_an_event_names_what_another_announcement_would_exchange(elsewhere):
    event = elsewhere.event
    heard = Announcement.of(event)

    def but(**facts) -> Announcement:
        return Announcement(**vars(heard) | facts)

    assert first_heard_differs(event, but(name="Other", window_closes=heard.window_closes + HOUR)) == []
    changes = {
        "commitment": "0" * 64,
        "boards": 2,
        "scoring": {"method": "butler"},
        "number_of": "bonus numbers",
        "window_opens": heard.window_opens + HOUR,
        "window_closes": heard.window_closes - HOUR,
        "public_number": "3 17 41",
    }
    for fact, value in changes.items():
        assert first_heard_differs(event, but(**{fact: value})) == [fact]
    far = {"window_opens": heard.window_opens, "window_closes": heard.window_closes + HOUR * 24 * 400}
    assert first_heard_differs(event, but(**far)) == ["window_opens", "window_closes"], "no window of a year"
    event.status = "cancelled"
    assert first_heard_differs(event, heard) == ["status"]


def test_fault_g_the_numbers_are_announced_before_anybody_knows_them(club, dee):
    with pytest.raises(Refused, match="may be known already"):
        make_event(club, dee, **LOTTO | {"number_day": timezone.localdate()})
    with pytest.raises(Refused, match="while the window is open"):
        make_event(club, dee, **LOTTO | {"window_closes": LOTTO["window_closes"] - 60 * HOUR})


def test_fault_i_no_club_that_nobody_knows_gets_the_cards_days_before_the_others(club, dee, cy, director):
    form = director.get("/director/clubs/lantern/events/new/").context["form"]
    assert form["joining"].value() == "approval"
    week = {"window_closes": timezone.now() + 7 * 24 * HOUR}
    with pytest.raises(Refused, match="more than 12 hours") as no:
        make_event(club, dee, joining="open", **week)
    assert no.value.field == "joining"
    event = make_event(club, dee, joining="approval", **week)
    assert heat_join(event=event, club=make_club("Quay Street", cy), user=cy).status == "asked"


def test_fault_i_a_dealer_has_an_account_or_a_director_who_does_not_play_makes_the_boards_up(club, dee, cy):
    event = make_event(club, dee)
    heat = join(event, club, dee, planned_at=timezone.now())
    session = heat_night(heat, dee, start=False)
    with pytest.raises(Refused, match="no account on this site") as no:
        dealer_name(heat=heat, person=club.people.create(name="Walt"), user=dee)
    assert no.value.field == "dealer"
    plays_as(session, 1, dee)
    with pytest.raises(Refused, match="You play in this night"):
        heat_release(heat=heat, user=dee)
    elsewhere = join(event, make_club("Quay Street", cy), cy, planned_at=timezone.now())
    heat_night(elsewhere, cy, start=False, names=AT_QUAY)
    heat_release(heat=elsewhere, user=cy)
    line = event.log.get(action="cards_released")
    assert (line.heat, line.user) == (elsewhere, cy) and line.at <= timezone.now()


def test_fault_h_the_boards_of_a_cancelled_event_stay_shut_for_a_heat_that_is_played_elsewhere(club, dee):
    event = make_event(club, dee)
    heat_night(join(event, club, dee), dee)
    Heat.objects.create(event=event, club_name="Quay Street", status="accepted", released_at=timezone.now() - 72 * HOUR)
    event_cancel(event=event, user=dee)
    held = event.heats.get(club=club).session.board_sets.get().held_until
    assert held == event.window_closes + 8 * HOUR
    event.heats.filter(club=None).update(confirmed_at=timezone.now())
    events_sweep()
    assert event.heats.get(club=club).session.board_sets.get().held_until <= timezone.now()
