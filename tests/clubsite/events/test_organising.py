"""An event from its set-up to its end, as its organiser meets it: what is asked, refused, announced and fixed."""

import datetime
import re

import pytest
from django.utils import timezone

from clubsite.clubs.time_zones import zone_of
from clubsite.core.refused import Refused
from clubsite.events.models import Event, EventAction, EventStatus, Heat, HeatStatus
from clubsite.events.selectors.events import organiser_page
from clubsite.events.services.events import event_announce, event_cancel, event_create, event_update, public_number_set
from clubsite.events.services.heats import heat_answer, heat_invite, heat_join, invitation_end
from clubsite.nights.models import Session
from clubsite.nights.services.directing import session_end
from games.event_seed import secret_commitment
from tests.kit.events import LOTTO, close_window, heat_night, join, make_club, make_event, play_heat, take_lines
from tests.kit.people import another_director, signed_in

HOUR = datetime.timedelta(hours=1)
EVENTS = "/director/clubs/lantern/events/"


def at(event, *, page=""):
    return f"{EVENTS}{event.public_id}/{page}"


def reopened(event):
    return Event.objects.get(pk=event.pk)


def window(hours_from=1, hours_to=12):
    now = timezone.now()
    return {"window_opens": now + hours_from * HOUR, "window_closes": now + hours_to * HOUR}


@pytest.fixture
def sent(director):
    """The values of the form for a new event, as a browser sends the page that was not touched, and a name."""
    form = director.get(f"{EVENTS}new/").context["form"]
    values = {name: form[name].value() for name in form.fields}
    opens, closes = (values[name].strftime("%Y-%m-%dT%H:%M") for name in ("window_opens", "window_closes"))
    values |= {"window_opens": opens, "window_closes": closes, "publish_by_clock": "on", "name": "Autumn simultaneous"}
    return {name: value for name, value in values.items() if value not in (None, False)}


NOBODY_ELSE, OWN_NETWORK = "Other clubs cannot open this site’s address", "leads only to your own network"
OPENED = "play.club.example"


@pytest.mark.parametrize(
    ("public_url", "opened", "base", "warned"),
    [
        ("", "127.0.0.1:8000", "http://127.0.0.1:8000", f"{NOBODY_ELSE}.* leads only to this computer"),
        ("", "192.168.1.40", "http://192.168.1.40", f"{NOBODY_ELSE}.* {OWN_NETWORK}"),
        ("", OPENED, f"http://{OPENED}", f"Otherwise <code>PUBLIC_URL=http://{OPENED}</code>"),
        ("http://hall.local", OPENED, "http://hall.local", f"{NOBODY_ELSE}.* {OWN_NETWORK}"),
        ("https://club.example", "127.0.0.1:8000", "https://club.example", ""),
    ],
)
def test_an_address_that_others_cannot_open_has_a_warning_before_it_is_shown(
    director, club, dee, settings, public_url, opened, base, warned
):
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = public_url, ["*"]
    event = make_event(club, dee, announce=False)

    def shown(page: str) -> str:
        return " ".join(director.get(at(event, page=page), headers={"host": opened}).text.split())

    pages = [shown("announce/")]
    event_announce(event=event, user=dee)
    for page in (*pages, shown("")):
        before, _, _ = page.partition(f"<code>{base}/events/{event.public_id}/</code>")
        assert before != page, "the whole address is shown"
        assert re.search(warned, before) and (warned or "PUBLIC_URL" not in page)


def test_a_refusal_stands_at_its_field_a_name_is_all_to_be_typed_and_sent_twice_it_is_one_event(director, club, sent):
    for typed, field, words in (
        ({"name": ""}, "name", "Give the event a name."),
        ({"name": "\u200b "}, "name", "Give the event a name."),
        ({"window_opens": ""}, "window_opens", "Write a day and a time."),
        ({"window_opens": "soon"}, "window_opens", "Write a day and a time."),
        ({"window_opens": "2027-03-07T23:00", "window_closes": "2027-03-01T12:00"}, "window_closes", "closes after"),
        ({"window_opens": "2027-03-01T12:00", "window_closes": "2027-06-01T12:00"}, "window_closes", "60 days"),
        ({"boards": "61"}, "boards", "from 1 to 60"),
        ({"boards": "12"}, "min_boards", "at most the number of the event’s boards: 12"),
        ({"min_tables": "0"}, "min_tables", "from 1 to 60"),
        ({"correction_hours": "999"}, "correction_hours", "from 0 to 720"),
        ({"strata": "A A"}, "strata", "different names"),
        ({"strata": "Intermediates-of-all-clubs"}, "strata", "at most 10 characters"),
        ({"joining": "friends"}, "joining", "valid choice"),
    ):
        answer = director.post(f"{EVENTS}new/", sent | typed)
        assert answer.status_code == 422
        assert words in str(answer.context["form"].errors[field])
    assert not club.events_organised.exists()
    for _ in range(2):
        answer = director.post(f"{EVENTS}new/", {**sent, "idempotency_key": "once"})
    event = club.events_organised.get()
    assert answer.url == at(event)
    assert (event.name, event.status) == ("Autumn simultaneous", "draft")
    assert (event.boards, event.min_boards, event.min_tables, event.correction_hours) == (24, 18, 3, 24)
    assert (event.options, event.scoring, event.publish_by_clock) == ({}, {}, True)


def test_the_suggested_window_is_next_week_by_the_clubs_clock_and_what_is_chosen_is_kept(director, club, sent):
    club.time_zone = "Pacific/Auckland"
    club.save(update_fields=["time_zone"])
    director.post(f"{EVENTS}new/", {**sent, "window_opens": "2027-03-01T12:00", "window_closes": "2027-03-07T23:00"})
    event = club.events_organised.get()
    assert event.window_opens == datetime.datetime(2027, 2, 28, 23, tzinfo=datetime.UTC)  # 13 hours before UTC
    assert "2027-03-01T12:00" in director.get(at(event, page="change/")).text
    chosen = {"option_auction_end": "first_pass", "method": "cross_imps", "strata": "A, B", "winners": "2", "fee": "$2"}
    director.post(f"{EVENTS}new/", sent | chosen)
    event = club.events_organised.latest("pk")
    assert event.options == {"auction_end": "first_pass"}
    assert event.scoring == {"method": "cross_imps", "imp_divisor": "field", "strata": ["A", "B"]}
    text = director.get(at(event)).text
    assert all(phrase in text for phrase in ("Cross-IMPs", "Strata: A, B.", "The first pass after a bid", "$2"))
    form = director.get(at(event, page="change/")).context["form"]
    shown = [form[name].value() for name in ("strata", "option_auction_end", "winners")]
    assert shown == ["A B", "first_pass", 2]


def test_nobody_else_sees_a_draft_even_after_it_was_cancelled(director, club, dee, cy, client):
    event = make_event(club, dee, announce=False)
    make_club("Quay Street", cy)
    there, quay = "/director/clubs/quay-street/events/", signed_in(cy)
    for _ in range(2):
        assert event.name not in client.get("/events/").text + client.get("/clubs/lantern/").text + quay.get(there).text
        assert quay.get(f"{there}{event.public_id}/take-part/").status_code == 404
        for rest in ("", "proof/", "log/", "calendar.ics", "ranking/"):
            page = f"/events/{event.public_id}/{rest}"
            assert client.get(page).status_code == director.get(page).status_code == 404
        if reopened(event).status == EventStatus.DRAFT:
            event_cancel(event=event, user=dee)
    assert "Over" in director.get(EVENTS).text


def test_every_director_of_the_organising_club_finds_the_organisers_pages_after_signing_in(club, dee, client):
    """`tests/attack/test_foreign_ids.py` asks for them as others."""
    event, eve = make_event(club, dee), signed_in(another_director(club, "eve"))
    for page in ("", "change/", "announce/", "cancel/", "publish/", "number/", "invite/"):
        assert client.get(at(event, page=page)).url.startswith("/login/"), page
        assert eve.get(at(event, page=page)).status_code in (200, 405), page


def test_an_announced_event_has_a_commitment_keeps_its_secret_and_a_window_to_come(director, club, dee):
    event = make_event(club, dee, announce=False, **LOTTO)
    text = director.get(at(event, page="announce/")).text
    assert f"/events/{event.public_id}/" in text and "Stays as announced" in text and event.public_number_words in text
    assert reopened(event).status == EventStatus.DRAFT
    director.post(at(event, page="announce/"))
    event = reopened(event)
    secret = event.secret.open()
    assert (event.status, event.commitment) == ("announced", secret_commitment(secret))
    text = " ".join(director.get(at(event)).text.split())
    assert event.commitment in text and secret not in text
    assert "<span>dee <b>announced the event</b>" in text
    event = make_event(club, dee, announce=False, **window(-5, -1))
    answer = director.post(at(event, page="announce/"), follow=True)
    assert "The window has closed already. Choose a later one." in answer.text
    assert reopened(event).status == EventStatus.DRAFT


def test_a_draft_can_be_changed_altogether_but_for_what_no_form_sends_and_master_points_need_a_number(club, dee):
    event = make_event(club, dee, announce=False)
    event = event_update(event=event, user=dee, boards=30, min_boards=20, options={"auction_end": "first_pass"})
    assert (reopened(event).boards, reopened(event).options) == (30, {"auction_end": "first_pass"})
    for facts, field in (
        ({"options": {"auction_end": "never"}}, "options"),
        ({"options": {"colour": "red"}}, "options"),
        ({"scoring": {"method": "luck"}}, "method"),
        ({"scoring": {"carry_over": "1"}}, "scoring"),
        ({"fee": "x" * 301}, "fee"),
    ):
        with pytest.raises(Refused) as no:
            event_create(club=club, user=dee, name="Autumn", **window(), **facts)
        assert list(no.value.problems) == [field]
    with pytest.raises(Refused) as no:
        event_update(event=event, user=dee, boards=12)
    assert no.value.field == "min_boards"
    event = make_event(club, dee, announce=False, master_points=True)
    with pytest.raises(Refused, match="needs a public number"):
        event_announce(event=event, user=dee)
    event = event_update(event=event, user=dee, **LOTTO)
    assert event_announce(event=event, user=dee).commitment


def test_what_clubs_rely_on_stays_as_announced_and_the_form_asks_only_what_can_change(director, club, dee):
    event = make_event(club, dee, joining="approval")
    for fact in (
        *({name: 2} for name in ("boards", "winners", "min_tables", "min_boards")),
        *({"options": {"auction_end": "first_pass"}}, {"scoring": {"method": "butler"}}, {"master_points": True}),
        *({"number_of": "another draw"}, {"commitment": "0" * 64}),
    ):
        with pytest.raises(Refused, match="stays as it was announced") as no:
            event_update(event=event, user=dee, **fact)
        assert no.value.problems.keys() == fact.keys()
    form = director.get(at(event, page="change/")).context["form"]
    assert set(form.fields) == {
        *"name window_opens window_closes fee joining correction_hours publish_by_clock".split()
    }
    values = {name: form[name].value() for name in form.fields} | {"name": "Spring simultaneous", "fee": "$5"}
    times = {"window_opens": event.window_opens, "window_closes": event.window_closes + HOUR}
    values |= {name: f"{time.astimezone(zone_of(club)):%Y-%m-%dT%H:%M}" for name, time in times.items()}
    director.post(at(event, page="change/"), values)
    assert (reopened(event).name, reopened(event).fee, reopened(event).boards) == ("Spring simultaneous", "$5", 3)


def test_fault_e_what_is_announced_is_not_exchanged_its_window_only_grows_and_changes_are_in_the_log(club, dee):
    event = make_event(club, dee, joining="approval")
    with pytest.raises(Refused, match="already"):
        event_announce(event=event, user=dee)
    session = heat_night(join(event, club, dee), dee)
    with pytest.raises(Refused, match="does not close earlier"):
        event_update(event=event, user=dee, window_closes=event.window_closes - HOUR)
    with pytest.raises(Refused, match="does not open later"):
        event_update(event=event, user=dee, window_opens=event.window_opens + HOUR)
    later = event.window_closes + HOUR
    assert event_update(event=event, user=dee, window_closes=later, fee="$3").commitment == event.commitment
    assert session.board_sets.get().held_until == later
    changes = [line.about for line in event.log.filter(action="changed").order_by("pk")]
    assert changes[0] == "fee: $3 instead of none" and f"{later:%H:%M} UTC instead of" in changes[1]
    event = event_update(event=make_event(club, dee), user=dee, boards=3)
    assert not event.log.filter(action=EventAction.CHANGED).exists()


def test_after_the_window_only_its_end_can_be_changed_and_once_it_is_over_nothing(director, club, dee):
    event = make_event(club, dee)
    close_window(event)
    with pytest.raises(Refused, match="The window has closed"):
        event_update(event=event, user=dee, fee="$9")
    fields = set(director.get(at(event, page="change/")).context["form"].fields)
    assert fields == {"correction_hours", "publish_by_clock"}
    director.post(at(event, page="change/"), {"correction_hours": "48"})
    assert (reopened(event).correction_hours, reopened(event).publish_by_clock) == (48, False)
    assert event_cancel(event=event, user=dee).status == EventStatus.CANCELLED
    for status in ("published", "cancelled"):
        Event.objects.filter(pk=event.pk).update(status=status)
        with pytest.raises(Refused):
            event_update(event=event, user=dee, correction_hours=24)
        with pytest.raises(Refused):
            event_cancel(event=event, user=dee)


def test_fault_g_the_public_number_is_typed_and_corrected_until_a_heat_could_have_its_cards(director, club, dee):
    event = make_event(club, dee, **LOTTO)
    assert "Type the public number when it is known" in director.get(at(event)).text
    for typed, stored in ((" 3  17 22 ", "3 17 22"), ("3 17 23", "3 17 23")):
        director.post(at(event, page="number/"), {"public_number": typed})
        assert reopened(event).public_number == stored
        page = director.get(at(event)).text
        assert "Correct the public number" in page and "Type the public number when it is known" not in page
    numbers = [line.about for line in event.log.filter(action="number_typed").order_by("pk")]
    assert numbers == ["3 17 22", "3 17 23, instead of 3 17 22"]
    heat_night(join(event, club, dee), dee)
    assert "Correct the public number" not in director.get(at(event)).text
    for fact in ({}, {"released_at": None, "envelope_at": timezone.now()}):
        Heat.objects.update(**fact)
        answer = director.post(at(event, page="number/"), {"public_number": "4 5 6"})
        assert answer.status_code == 422 and "A heat has its cards already" in answer.text
    assert reopened(event).public_number == "3 17 23"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        *((text, LOTTO) for text in ("", "x" * 201, "3 17", "3 17 22 bonus 5")),
        ("3 17 22", {}),
        ("3 17 22", LOTTO | {"announce": False}),
    ],
)
def test_what_is_no_public_number_is_refused_and_none_is_typed_before_the_announcement(club, dee, text, facts):
    event = make_event(club, dee, **facts)
    with pytest.raises(Refused) as no:
        public_number_set(event=event, user=dee, text=text)
    assert no.value.field == "public_number"


def test_the_organiser_answers_a_club_that_asks_and_accepts_none_after_the_window(director, club, dee, cy):
    event = make_event(club, dee, joining="approval")
    first, second = (heat_join(event=event, club=make_club(name, cy), user=cy) for name in ("Quay Street", "Hill"))
    assert "Waiting for your answer" in director.get(at(event)).text
    for heat, act in ((first, "accept"), (second, "decline")):
        director.post(at(event, page=f"heats/{heat.public_id}/{act}/"))
        heat.refresh_from_db()
    assert (first.status, second.status) == ("accepted", "declined")
    assert "Waiting for your answer" not in director.get(at(event)).text
    with pytest.raises(Refused, match="does not ask"):
        heat_answer(heat=first, user=dee, accept=False)
    event = make_event(club, dee, joining="approval")
    heat = heat_join(event=event, club=make_club("Pier", cy), user=cy)
    close_window(event)
    with pytest.raises(Refused, match="Nobody can join"):
        heat_answer(heat=heat, user=dee, accept=True)
    assert heat_answer(heat=heat, user=dee, accept=False).status == HeatStatus.DECLINED


def test_a_club_is_invited_and_its_invitation_taken_back(director, club, dee, cy):
    event, quay = make_event(club, dee), make_club("Quay Street", cy)
    invited = {"club": "quay-street"}
    assert "Quay Street is invited" in director.post(at(event, page="invite/"), invited, follow=True).text
    heat = event.heats.get()
    answer = director.post(at(event, page="invite/"), invited)
    assert answer.status_code == 422 and "on the list already" in answer.text
    draft = make_event(club, dee, announce=False)
    for where, whom, why in ((draft, quay, "not announced"), (event, club, "no invitation"), (event, quay, "already")):
        with pytest.raises(Refused, match=why):
            heat_invite(event=where, club=whom, user=dee)
    director.post(at(event, page=f"heats/{heat.public_id}/withdraw/"))
    heat.refresh_from_db()
    assert heat.status == HeatStatus.DECLINED
    with pytest.raises(Refused, match="answered already"):
        invitation_end(heat=heat, user=dee)


def test_heats_of_others_are_out_of_reach_and_60_take_few_queries(
    director, club, dee, cy, django_assert_max_num_queries
):
    quay = make_club("Quay Street", cy)
    theirs = make_event(quay, cy, joining="approval")
    heat = heat_join(event=theirs, club=make_club("Hill Street", cy), user=cy)
    own = make_event(club, dee)
    for event in (own, theirs):
        assert director.post(at(event, page=f"heats/{heat.public_id}/accept/")).status_code == 404
    assert director.post(at(own, page=f"heats/{join(own, quay, cy).public_id}/burn/")).status_code == 404
    event = make_event(club, dee)
    for number in range(60):
        join(event, make_club(f"Club {number}", cy), cy)
    with django_assert_max_num_queries(8):
        assert len(organiser_page(event)["heats"]) == 60


def test_how_far_each_heat_is_stands_in_words(director, club, dee, cy):
    event = make_event(club, dee)
    heat = join(event, club, dee, planned_at=timezone.now() + HOUR, tables=3)
    join(event, make_club("Quay Street", cy), cy)
    assert director.get(at(event)).text.count('<span class="state wait">Announced</span>') == 2
    session = heat_night(heat, dee)
    for status, text in (("running", "Playing"), ("paused", "Paused in"), ("ended", "Night ended, not confirmed yet")):
        Session.objects.filter(pk=session.pk).update(status=status)
        assert (text if status == "ended" else f"{text} round 1 of 3") in director.get(at(event)).text
    Heat.objects.filter(pk=heat.pk).update(confirmed_at=timezone.now())
    assert "Confirmed" in director.get(at(event)).text


def test_a_cancelled_event_says_so_everywhere(director, club, dee, cy):
    event = make_event(club, dee)
    join(event, make_club("Quay Street", cy), cy)
    assert "cannot take this back" in " ".join(director.get(at(event, page="cancel/")).text.split())
    assert reopened(event).status == EventStatus.ANNOUNCED
    director.post(at(event, page="cancel/"))
    there = signed_in(cy).get(f"/director/clubs/quay-street/events/{event.public_id}/take-part/").text
    assert "This event does not take place" in there and event.name not in director.get("/events/").text
    assert "This event does not take place" in director.get(f"/events/{event.public_id}/").text
    assert "STATUS:CANCELLED" in director.get(f"/events/{event.public_id}/calendar.ics").text
    with pytest.raises(Refused, match="is cancelled"):
        event_cancel(event=event, user=dee)


def test_the_organiser_publishes_the_ranking_after_the_window(director, club, dee):
    event = make_event(club, dee, publish_by_clock=False)
    heat = join(event, club, dee)
    session = heat_night(heat, dee)
    play_heat(session, dee, {1: "1N S 7", 2: "1N S 8", 3: "1N S 9"})
    session_end(session=session, user=dee)
    take_lines(heat)
    assert "Publish the ranking" not in director.get(at(event)).text
    refused = director.post(at(event, page="publish/"), follow=True).text
    assert "The window is open until" in refused and reopened(event).status == EventStatus.ANNOUNCED
    close_window(event)
    assert "1 heat is not confirmed yet" in " ".join(director.get(at(event)).text.split())
    assert "Lantern Street: Night ended, not confirmed yet" in director.get(at(event, page="publish/")).text
    answer = director.post(at(event, page="publish/"), follow=True)
    assert "The ranking is published" in answer.text and "Publish corrections" in answer.text
    assert (reopened(event).status, event.publications.count()) == (EventStatus.PUBLISHED, 1)


def test_the_directors_page_and_a_new_night_lead_to_the_events_of_each_club(director, dee, cy):
    assert EVENTS in director.get("/director/").text
    assert "/director/events/" in director.get("/director/new/").text
    assert director.get("/director/events/").url == EVENTS
    assert "In a simultaneous many clubs play the same boards" in director.get(EVENTS).text
    make_club("Quay Street", dee)
    text = director.get("/director/events/").text
    assert EVENTS in text and "/director/clubs/quay-street/events/" in text
    assert "You do not direct any club" in signed_in(cy).get("/director/events/").text
