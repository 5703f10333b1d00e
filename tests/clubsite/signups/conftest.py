"""Fixtures: a club night next week, and functions through which people say that they are coming."""

import datetime
from collections.abc import Callable

import pytest
from django.utils import timezone

from clubsite.readers.visitor import Visitor
from clubsite.signups.models import ComingNight, Reply, ReplyPlayer
from clubsite.signups.services.nights import nights_announce
from clubsite.signups.services.replies import ReplyAuthor, reply_add

Announce = Callable[..., ComingNight]
Says = Callable[..., Reply]


@pytest.fixture
def announce(club, dee):
    """A function that announces a night a week from now."""

    def announced(**facts):
        day = timezone.localdate() + datetime.timedelta(days=7)
        usual = {"date": day, "start": datetime.time(19, 30)}
        return nights_announce(club=club, user=dee, **{**usual, **facts})[0]

    return announced


@pytest.fixture
def says(club):
    """A function that lets a stranger reply by typing names."""

    def reply(night, *names, **more):
        players = [ReplyPlayer(name=name) for name in names]
        return reply_add(night=night, players=players, author=ReplyAuthor(visitor=Visitor.as_public().at(club)), **more)

    return reply


def at(night: ComingNight, rest: str = "") -> str:
    """Return the address of an announced night, followed by `rest`."""
    return f"/clubs/{night.club.slug}/coming/{night.public_id}/{rest}"


def of_director(night: ComingNight, rest: str = "") -> str:
    return f"/director/clubs/{night.club.slug}/coming/{night.public_id}/{rest}"
