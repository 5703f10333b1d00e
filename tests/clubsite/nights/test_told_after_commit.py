"""Pages that show a session hear about a change once it is stored, never about one that may still be rolled back."""

import pytest
from django.db import transaction

from clubsite.nights.models import Session
from clubsite.nights.services.directing import session_end, session_pause, session_resume
from clubsite.nights.services.rounds import round_hold
from clubsite.nights.signals import session_changed
from clubsite.results.services import leaderboard_set


@pytest.fixture
def heard():
    """The messages so far: for each, the status that its receiver read and whether it said the session was over."""
    found: list[tuple[str, bool]] = []

    def listen(session_id, ended, **_):
        found.append((Session.objects.get(public_id=session_id).status, ended))

    session_changed.connect(listen)
    yield found
    session_changed.disconnect(listen)


ACTS = {
    "pause": lambda night, dee: session_pause(session=night.session, user=dee),
    "hold": lambda night, dee: round_hold(section=night.section, hold=True, user=dee),
    "end": lambda night, dee: session_end(session=night.session, user=dee),
    "leaderboard": lambda night, dee: leaderboard_set(session=night.session, on=True, user=dee),
}


@pytest.mark.parametrize("act", ACTS)
def test_inside_a_transaction_nobody_hears_of_it_before_the_commit(act, night, dee, heard, on_commit):
    with on_commit():
        ACTS[act](night, dee)
        assert heard == []
    told = {"pause": ("paused", False), "end": ("ended", True)}
    assert set(heard) == {told.get(act, ("running", False))}


@pytest.mark.django_db(transaction=True)
def test_of_what_was_taken_back_nobody_hears(night, dee, heard):
    with pytest.raises(RuntimeError), transaction.atomic():
        session_pause(session=night.session, user=dee)
        raise RuntimeError
    assert heard == []
    session_pause(session=night.session, user=dee)
    session_resume(session=night.session, user=dee)
    assert heard[0] == ("paused", False) and heard[-1] == ("running", False)


@pytest.mark.django_db(transaction=True)
def test_a_hearer_that_fails_does_not_make_what_was_stored_look_refused(night, dee):
    def fail(**_):
        raise RuntimeError("no channel")

    session_changed.connect(fail)
    try:
        session_pause(session=night.session, user=dee)
    finally:
        session_changed.disconnect(fail)
    assert Session.objects.get().status == "paused"
