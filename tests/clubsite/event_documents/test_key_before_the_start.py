"""A heat of another server's event cannot start without its key: its page says in time how to have it on paper."""

import datetime

import pytest
from django.utils import timezone

from clubsite.event_documents.services import outgoing
from clubsite.event_documents.services.answers import answers_take, event_hear
from clubsite.event_documents.services.boards_keys import envelope_key_type
from clubsite.event_documents.services.hub_requests import HubSilent
from clubsite.event_documents.services.hub_sweep import hubs_sweep
from clubsite.events.models import Event, Heat
from clubsite.events.sealing import key_written
from tests.clubsite.event_documents import samples
from tests.clubsite.event_documents.scripted_hub import announced
from tests.kit.events import heat_night, join

TODAY = "ask Lantern Street today for a sealed envelope"


def page(heat, director) -> str:
    return " ".join(director.get(f"/director/clubs/{heat.club.slug}/heats/{heat.public_id}/").text.split())


def starts_in(heat, **time: int) -> None:
    start = timezone.now() + datetime.timedelta(**time)
    Heat.objects.filter(pk=heat.pk).update(planned_at=start)
    Event.objects.update(window_closes=start + datetime.timedelta(days=1))


def test_a_day_before_the_start_the_page_speaks_of_the_envelope(heat, director, dee):
    starts_in(heat, hours=30)
    assert "sealed envelope" not in page(heat, director)
    starts_in(heat, hours=20)
    assert TODAY in page(heat, director)
    assert "Choose the event’s boards for a night first. </p>" in page(heat, director)  # and no hour of the cards
    heat_night(heat, dee)  # it starts, and so gets the key
    assert "sealed envelope" not in page(heat, director)


def test_while_the_hub_does_not_answer_the_page_says_what_to_do(heat, hub, director, dee):
    starts_in(heat, days=3)
    answers_take(event=heat.event, documents=[hub.says("sealed", hub.gives["sealed"], heat.public_id)])
    hub.down = True
    with pytest.raises(HubSilent):
        outgoing.hub_ask(heat=heat, wants=("event",))
    assert "does not answer at the moment, and this heat cannot start without the key" in page(heat, director)
    heat.event.refresh_from_db()
    envelope_key_type(heat=heat, text=key_written(samples.KEY), user=dee)
    assert "does not answer at the moment" not in page(heat, director)


def test_without_boards_an_envelope_alone_is_not_enough(heat, hub, director):
    Event.objects.update(sealed_boards="")
    hub.down = True
    with pytest.raises(HubSilent):
        outgoing.hub_ask(heat=heat, wants=("event",))
    assert "the boards of this heat are not here yet" in page(heat, director)
    hub.down = False
    outgoing.heat_send_now(heat=heat)
    hubs_sweep()
    assert "does not answer at the moment" not in page(heat, director)


def test_where_documents_go_by_hand_the_heat_starts_with_an_envelope(club, dee, director):
    heat = join(event_hear(data=announced(hub=""), user=dee), club, dee)
    Heat.objects.update(status="accepted")
    assert "Have it from Lantern Street before the night." in page(heat, director)
