"""A person whose boards are rated."""

import pytest
from django.test import TestCase

from clubsite.analysis.services.plays import play_analyse
from clubsite.clubs.models import Person
from clubsite.demo.past_session import past_session_play
from clubsite.history.services import ratings_make
from clubsite.nights.models import ContestantPerson, TableBoard
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.season.seasons import people, published  # noqa: F401
from tests.kit.remembered import remembered


@pytest.fixture
def bo(night) -> Person:
    """The person who plays as South 1."""
    return ContestantPerson.objects.get(contestant=night.contestant(1)).person


@pytest.fixture
def rated(night, dee, bo: Person) -> list[TableBoard]:
    """Bo's three boards, played live at random from a seed, published, analysed and rated."""
    rows = _rate(night, dee)
    night.session.refresh_from_db()
    return rows


@remembered
def _rate(night, dee) -> list[TableBoard]:
    session = night.session
    session.refresh_from_db()
    with nobody_listens(), TestCase.captureOnCommitCallbacks(execute=False):
        past_session_play(session=session, user=dee, seed="history")
    rows = list(TableBoard.objects.filter(ns=night.contestant(1)).order_by("pk"))
    for row in rows:
        play_analyse(row.play.pk)
    ratings_make()
    return rows
