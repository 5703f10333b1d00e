"""Other clubs: what they can join, how they take part, plan, change and leave; and the lists for everybody."""

import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from clubsite.clubs.services import club_create
from clubsite.core.refused import Refused
from clubsite.events.models import Event, EventAction, Heat, HeatStatus
from clubsite.events.services.events import event_cancel
from clubsite.events.services.heats import (
    MAX_HEATS_A_CLUB,
    heat_answer,
    heat_invite,
    heat_join,
    heat_leave,
    heat_plan,
    invitation_end,
)
from clubsite.nights.services.directing import session_end
from tests.kit import hub_nearby
from tests.kit.events import close_window, heat_night, join, make_event
from tests.kit.hub_nearby import HUB, there
from tests.kit.people import signed_in

HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def quay(cy):
    """Another club, which Cy owns, and whose clock is in Auckland."""
    return club_create(name="Quay Street", slug="quay-street", owner=cy, time_zone="Pacific/Auckland")


@pytest.fixture
def at_quay(quay, cy):
    """A browser in which Cy is signed in."""
    return signed_in(cy)


def at(event, *, club="quay-street"):
    return f"/director/clubs/{club}/events/{event.public_id}/take-part/"


def of(heat, page, *, club="quay-street"):
    return f"/director/clubs/{club}/heats/{heat.public_id}/{page}/"


def by_clock(moment):
    """Return what a browser in Auckland sends for a moment."""
    return moment.astimezone(ZoneInfo("Pacific/Auckland")).strftime("%Y-%m-%dT%H:%M")


def soon(hours=5):
    return (timezone.now() + hours * HOUR).replace(second=0, microsecond=0)


def test_a_club_finds_an_event_and_takes_part_with_a_plan_that_fits(at_quay, quay, club, dee):
    event = make_event(club, dee, min_tables=3)
    assert at(event) in at_quay.get("/director/clubs/quay-street/events/").text
    for hours, tables, field, words in (
        (-3, "4", "planned_at", "within the event’s window"),
        (25, "4", "planned_at", "within the event’s window"),
        (5, "2", "tables", "at least 3 tables"),
        (5, "61", "tables", "from 1 to 60"),
        (5, "", "tables", "required"),
    ):
        answer = at_quay.post(at(event), {"planned_at": by_clock(soon(hours)), "tables": tables})
        assert answer.status_code == 422 and words in str(answer.context["form"].errors[field])
    answer = at_quay.post(at(event), {"planned_at": by_clock(soon()), "tables": "4"}, follow=True)
    heat = event.heats.get()
    assert (heat.club, heat.status, heat.planned_at, heat.tables) == (quay, "accepted", soon(), 4)
    assert "Quay Street takes part" in answer.text and "Your heat" in answer.text
    assert f"/director/clubs/quay-street/heats/{heat.public_id}/" in answer.text
    assert event.log.filter(action=EventAction.JOINED, heat=heat).count() == 1
    page = at_quay.get("/director/clubs/quay-street/events/").text
    assert "Quay Street takes part" in page and "You can take part" not in page


def test_a_form_that_is_sent_twice_makes_one_heat_and_a_club_may_play_on_a_second_night(at_quay, club, dee):
    event = make_event(club, dee)
    for hours in (3, 3, 9):
        at_quay.post(at(event), {"planned_at": by_clock(soon(hours)), "tables": "4", "idempotency_key": str(hours)})
    assert event.heats.filter(status="accepted").count() == 2
    assert "Your heats" in at_quay.get(at(event)).text


def test_times_are_shown_by_the_clubs_own_clock_and_a_start_that_is_long_over_is_refused(at_quay, club, dee, quay, cy):
    opens = datetime.datetime(2031, 3, 1, 11, tzinfo=datetime.UTC)
    event = make_event(club, dee)
    Event.objects.filter(pk=event.pk).update(window_opens=opens, window_closes=opens + 10 * HOUR)
    text = at_quay.get(at(event)).text
    assert "From Sunday 2 March, 00:00 to Sunday 2 March, 10:00, by your club’s clock." in text
    assert 'value="2031-03-02T00:00"' in text  # an event of one evening starts for everybody at once
    event = make_event(club, dee, window_opens=timezone.now() - 9 * HOUR, window_closes=timezone.now() + HOUR)
    with pytest.raises(Refused, match="This time has passed"):
        heat_join(event=event, club=quay, user=cy, planned_at=timezone.now() - 2 * HOUR)
    assert heat_join(event=event, club=quay, user=cy, planned_at=timezone.now() - HOUR / 2)
    suggested = at_quay.get(at(event)).context["form"].initial["planned_at"]
    assert abs(suggested - timezone.now()) < HOUR, "an evening that has begun: now"


def test_a_club_asks_where_the_organiser_approves_whose_own_asks_nobody(at_quay, quay, cy, club, dee, director):
    event = make_event(club, dee, joining="approval")
    assert "Ask to take part" in at_quay.get(at(event)).text
    answer = at_quay.post(at(event), {"planned_at": by_clock(soon()), "tables": "4"}, follow=True)
    heat = event.heats.get()
    assert heat.status == HeatStatus.ASKED and "asks to take part" in answer.text
    heat_answer(heat=heat, user=dee, accept=True)
    assert join(event, quay, cy).status == HeatStatus.ACCEPTED  # who is accepted need not ask for a second night
    for joining in ("approval", "invitation"):
        event = make_event(club, dee, joining=joining)
        assert "Ask to take part" not in director.get(at(event, club="lantern")).text
        assert join(event, club, dee).status == HeatStatus.ACCEPTED


def test_without_an_invitation_the_page_says_whom_to_ask_and_one_is_declined_or_accepted(at_quay, quay, cy, club, dee):
    event = make_event(club, dee, joining="invitation")
    assert event.name not in at_quay.get("/director/clubs/quay-street/events/").text
    assert "Ask Lantern Street to invite yours" in at_quay.get(at(event)).text
    with pytest.raises(Refused, match="organiser invites"):
        join(event, quay, cy)
    invitation = heat_invite(event=event, club=quay, user=dee)
    at_quay.post(of(invitation, "decline"))
    assert event.heats.get().status == HeatStatus.DECLINED
    assert event.log.filter(action=EventAction.INVITATION_DECLINED, user=cy).exists()
    with pytest.raises(Refused, match="answered already"):
        invitation_end(heat=invitation, user=cy)
    invitation = heat_invite(event=event, club=quay, user=dee)  # asked once more
    assert "You are invited" in at_quay.get("/director/clubs/quay-street/events/").text
    assert "1 invitation" in " ".join(at_quay.get("/director/").text.split())
    at_quay.post(at(event), {"planned_at": by_clock(soon()), "tables": "4"})
    assert "1 invitation" not in " ".join(at_quay.get("/director/").text.split())
    invitation.refresh_from_db()
    assert (invitation.status, invitation.tables, event.heats.exclude(status="declined").count()) == ("accepted", 4, 1)


def test_nobody_joins_a_draft_a_closed_or_a_cancelled_event_nor_more_than_fourteen_times(at_quay, quay, cy, club, dee):
    draft, cancelled, closed = make_event(club, dee, announce=False), make_event(club, dee), make_event(club, dee)
    event_cancel(event=cancelled, user=dee)
    for event in (draft, cancelled, close_window(closed)):
        with pytest.raises(Refused, match="Nobody can join"):
            join(event, quay, cy)
    assert "no club can join any more" in at_quay.get(at(closed)).text
    assert "/take-part/" not in at_quay.get("/director/clubs/quay-street/events/").text
    event = make_event(club, dee)
    for _ in range(MAX_HEATS_A_CLUB):
        join(event, quay, cy)
    with pytest.raises(Refused, match="at most 14"):
        join(event, quay, cy)


def test_a_plan_is_changed_until_the_heat_has_its_cards(at_quay, quay, cy, club, dee):
    event = make_event(club, dee)
    heat = join(event, quay, cy, planned_at=soon(), tables=3)
    heat_plan(heat=heat, user=cy, planned_at=soon(), tables=3)
    assert not event.log.filter(action=EventAction.PLANNED).exists(), "a plan that stays is no change"
    page = of(heat, "plan")
    assert f'value="{by_clock(soon())}"' in at_quay.get(page).text
    at_quay.post(page, {"planned_at": by_clock(soon(7)), "tables": "6"})
    heat.refresh_from_db()
    assert (heat.planned_at, heat.tables) == (soon(7), 6)
    Heat.objects.filter(pk=heat.pk).update(released_at=timezone.now())
    answer = at_quay.post(page, {"planned_at": by_clock(soon(8)), "tables": "6"})
    assert answer.status_code == 422 and "its cards already" in answer.text


def test_a_heat_that_has_left_is_out_and_its_club_can_come_back(at_quay, quay, cy, club, dee):
    event = make_event(club, dee)
    heat = join(event, quay, cy, planned_at=soon(), tables=3)
    page = of(heat, "leave")
    assert "taken off the list" in " ".join(at_quay.get(page).text.split())
    at_quay.post(page)
    heat.refresh_from_db()
    assert (heat.status, heat.counts) == ("left", False)
    for change in (heat_leave, heat_plan):
        with pytest.raises(Refused, match="does not take part any more"):
            change(heat=heat, user=cy)
    assert join(event, quay, cy).status == HeatStatus.ACCEPTED


def test_nobody_leaves_while_the_heat_is_played_or_after_the_event(club, dee):
    event = make_event(club, dee)
    heat = join(event, club, dee)
    session = heat_night(heat, dee)
    with pytest.raises(Refused, match="being played"):
        heat_leave(heat=heat, user=dee)
    session_end(session=session, user=dee)
    Event.objects.filter(pk=event.pk).update(status="published")
    with pytest.raises(Refused, match="over"):
        heat_leave(heat=heat, user=dee)
    Event.objects.filter(pk=event.pk).update(status="announced")
    assert heat_leave(heat=heat, user=dee).status == HeatStatus.LEFT


def test_only_directors_of_the_club_reach_its_heats(club, dee, at_quay):
    heat = join(make_event(club, dee), club, dee, planned_at=soon())
    for page in ("plan", "leave", "decline"):
        assert at_quay.post(of(heat, page)).status_code == 404
        assert at_quay.post(of(heat, page, club="lantern")).status_code == 404


def test_the_list_and_a_clubs_front_page_show_the_events_that_it_organises_or_plays(client, quay, cy, club, dee):
    assert "No event is announced at the moment" in client.get("/events/").text
    event, opens = make_event(club, dee), datetime.datetime(2031, 3, 1, tzinfo=datetime.UTC)
    join(event, club, dee, tables=4)
    text = " ".join(client.get("/events/").text.split())
    assert event.name in text and "Being played" in text and "1 club night, 4 tables" in text
    Event.objects.filter(pk=event.pk).update(window_opens=opens, window_closes=opens + 144 * HOUR)
    own, theirs = "/clubs/lantern/", "/clubs/quay-street/"
    assert event.name in client.get(own).text and event.name not in client.get(theirs).text
    heat = join(event, quay, cy, planned_at=datetime.datetime(2031, 3, 2, 6, 30, tzinfo=datetime.UTC))
    text = " ".join(client.get(theirs).text.split())
    assert f'<a href="/events/{event.public_id}/">{event.name}</a>' in text
    assert "Quay Street plays on Sunday 2 March at 19:30." in text and "Organised by Lantern Street." in text
    heat_leave(heat=heat, user=cy)
    assert event.name not in client.get(theirs).text
    Event.objects.filter(pk=event.pk).update(window_opens=timezone.now() - 9 * HOUR)
    close_window(event)
    assert event.name not in client.get(own).text
    Event.objects.update(status="published")
    assert "Over" in client.get("/events/").text


def test_nothing_but_the_organisers_link_is_taken_and_a_club_joins_by_it_on_the_page(hub, quay, event, dee, cy, client):
    client.force_login(cy)
    url = "/director/clubs/quay-street/events-elsewhere/"
    for address in ("", "lantern", "ftp://a.example", "https://u:p@x/", "https://[", "https://a b/#ABCD"):
        answer = client.post(url, {"address": address, "letters": "ABCD"})
        assert answer.status_code == 422 and "Copy the whole link" in answer.text, address
    assert client.post(url, {"address": "https://a.example/"}).status_code == 422
    link = f"{HUB}/events/{event.public_id}/#{hub_nearby.invited(event, dee, quay)}"
    assert client.get(url).status_code == 200
    answer = client.post(url, {"address": link, "tables": "4"}, follow=True)
    assert "takes part in “Autumn simultaneous”" in answer.text and HUB in answer.text
    heat = Event.objects.get(hub=HUB).heats.get()
    assert (heat.event.hub_id, heat.club, heat.tables, there(heat).status) == (event.public_id, quay, 4, "accepted")
    assert "Quay Street" in client.get(f"/director/clubs/quay-street/events/{heat.event.public_id}/take-part/").text
    again = client.post(url, {"address": link})
    assert again.status_code == 422 and "invitation" in again.text
