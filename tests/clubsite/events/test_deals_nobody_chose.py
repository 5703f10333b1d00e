"""Nobody chooses the deals of an event, and nobody has its boards before the others: the faults of hostile readers."""

import datetime
import json

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.events.models import Event, Heat
from clubsite.events.sealing import boards_key, boards_sealed, dealt_boards_of, seal_facts
from clubsite.events.selectors.event_rules import Announcement, first_heard_differs
from clubsite.events.services.events import event_announce, event_cancel, event_update, public_number_set
from clubsite.events.services.heats import dealer_name, heat_deals, heat_join, heat_release
from clubsite.events.tasks import events_sweep
from games.event_seed import numbers_read
from tests.clubsite.events.two_clubs import AT_QUAY
from tests.kit.events import LOTTO, heat_night, join, make_club, make_event
from tests.kit.people import plays_as

HOUR = datetime.timedelta(hours=1)


@pytest.mark.parametrize(
    "text", ["3 17 22", "22, 17, 3", " 03-017-0022 ", "3|17|22.", "Lotto: 17+22+3", "3\t22\n17", "00000000000003/17/22"]
)
def test_fault_g_each_spelling_of_one_draw_makes_the_same_deals(text):
    assert numbers_read(text, 3) == "3 17 22"


@pytest.mark.parametrize(
    ("text", "says"), [("3 17", "has 2"), ("3 17 22, bonus 5", "has 4"), ("", "has 0"), ("3 17 1234567890", "9 digits")]
)
def test_fault_g_another_count_of_numbers_is_refused(text, says):
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
        *({"strata": strata} for strata in ([{}], ["\ud800"], ["a\0"], [str(one) for one in range(100_000)])),
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


@pytest.mark.parametrize("facts", [None, [], "x", {}, {"name": "x"}])
def test_fault_b_what_is_no_announcement_is_refused_in_words(facts):
    with pytest.raises(Refused):
        Announcement.checked(facts)


def test_fault_b_a_window_far_away_is_not_heard_for_the_first_time(club, dee):
    facts = Announcement.of(make_event(club, dee)).to_json()
    far = facts | {"window_opens": "2090-01-01T18:00:00Z", "window_closes": "2090-01-01T23:00:00Z"}
    with pytest.raises(Refused, match="years"):
        Announcement.checked(far, first=True)


def test_fault_b_neither_form_nor_database_takes_a_window_far_away(club, dee, director):
    event = make_event(club, dee)
    typed = {"window_opens": "9999-12-01T12:00", "window_closes": "9999-12-31T23:59"}
    errors = director.post("/director/clubs/lantern/events/new/", typed).context["form"].errors
    assert "three years ahead" in str(errors["window_opens"]) and "three years ahead" in str(errors["window_closes"])
    with pytest.raises(Refused, match="three years ahead"):
        event_update(event=event, user=dee, window_closes=FAR)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(window_closes=FAR)


def test_fault_e_nothing_that_was_announced_is_exchanged(club, dee):
    event = make_event(club, dee, joining="approval")
    with pytest.raises(Refused, match="already"):
        event_announce(event=event, user=dee)
    later = event.window_closes + HOUR
    assert event_update(event=event, user=dee, window_closes=later, fee="$3").commitment == event.commitment
    said = [line.about for line in event.log.filter(action="changed").order_by("pk")]
    assert said[0] == "fee: $3 instead of none" and f"{later:%H:%M} UTC instead of" in said[1]


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


def test_fault_g_each_correction_of_the_number_is_logged_until_a_heat_could_have_the_cards(club, dee):
    event = make_event(club, dee, **LOTTO)
    heat = join(event, club, dee)
    for text in ("3 17 14", "41, 17, 03"):
        public_number_set(event=event, user=dee, text=text)
    said = [line.about for line in event.log.filter(action="number_typed").order_by("pk")]
    assert said == ["3 14 17", "3 17 41, instead of 3 14 17"]
    for fact in ({"released_at": timezone.now()}, {"released_at": None, "envelope_at": timezone.now()}):
        Heat.objects.filter(pk=heat.pk).update(**fact)
        with pytest.raises(Refused, match="has its cards already"):
            public_number_set(event=event, user=dee, text="1 2 3")


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
