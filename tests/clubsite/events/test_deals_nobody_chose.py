"""Nobody chooses the deals of an event, and nobody has its boards before the others: the faults of hostile readers."""

import datetime

import pytest

from clubsite.core.refused import Refused
from clubsite.core.sealed_fields import Sealed
from clubsite.events.models import Event
from clubsite.events.sealing import SealFacts, boards_key, boards_sealed, dealt_boards_of
from clubsite.events.services.events import public_number_set
from clubsite.events.services.heat_deals import heat_deals
from games.event_seed import numbers_read
from tests.kit.events import LOTTO, join, make_event

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
    heat, deals, facts = join(event, club, dee), dealt_boards_of(event), SealFacts.of(event)
    key = boards_key(event.secret.open(), facts)
    sealed = boards_sealed(deals, key=key, facts=facts)
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
