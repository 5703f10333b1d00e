"""A person whose boards are rated."""

from typing import Any

import pytest

from clubsite.analysis.services.play_analysis import play_analyse
from clubsite.clubs.models import Person
from clubsite.duplicate.models import ContestantPerson, TableBoard
from clubsite.ratings.services import ratings_make
from clubsite.simulation.past_session import past_session_play
from tests.clubsite.listeners import nobody_listens


@pytest.fixture
def bo(night: Any) -> Person:
    """The person who plays as South 1."""
    return ContestantPerson.objects.get(contestant=night.contestant(1)).person


@pytest.fixture
def rated(night: Any, dee: Any, bo: Person, django_capture_on_commit_callbacks: Any) -> list[TableBoard]:
    """Bo's three boards, played live at random from a seed, published, analysed and rated."""
    session = night.session
    session.refresh_from_db()
    session.public_id = "history"
    session.save()
    with nobody_listens(), django_capture_on_commit_callbacks(execute=False):
        past_session_play(session=session, user=dee)
    rows = list(TableBoard.objects.filter(ns=night.contestant(1)).order_by("pk"))
    for row in rows:
        play_analyse(row.play.pk)
    ratings_make()
    return rows
