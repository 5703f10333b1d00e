"""A builder that inserts remembered rows leaves what the services leave: in every table, the cache and the queue."""

import datetime
from functools import partial

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from tests.clubsite.conftest import _night, lantern_street
from tests.clubsite.scored_nights import _publish, _score
from tests.kit import remembered
from tests.kit.events import heat_night, join, make_club, make_event, play_heat
from tests.kit.people import another_director, plays_as, signed_in, user_make

MINUTE = datetime.timedelta(minutes=1)
BUILDERS = {
    "a night": lambda club, dee: _night(club, dee),
    "a night of two rounds with cards": lambda club, dee: _night(club, dee, players=4, with_cards=True),
    "a draft with two boards a round": lambda club, dee: _night(club, dee, boards_per_round=2, start=False),
    "a scored night": lambda club, dee: _score(_night(club, dee), dee),
    "a published night": lambda club, dee: _published(_night(club, dee), dee),
    "an event with two heats": lambda club, dee: _two_heats(club, dee),
    "people": lambda club, dee: (
        signed_in(dee),
        another_director(club, "dan"),
        plays_as(_night(club, dee).session, 1, dee),
    ),
}


def _published(night, dee):
    _score(night, dee)
    _publish(night, dee)


def _two_heats(club, dee):
    event, eve = make_event(club, dee), user_make("eve")
    for place, user in ((club, dee), (make_club("Quay Street", eve), eve)):
        play_heat(heat_night(join(event, place, user), user), user, {1: "1N S 8", 2: "1N S 7", 3: "p"})


@pytest.mark.parametrize("build", BUILDERS.values(), ids=BUILDERS)
def test_remembered_rows_are_those_of_the_services(build, monkeypatch):
    monkeypatch.setattr(remembered._memory, "built", {})
    first, again, by_services = (_left_by(build, allowed) for allowed in (True, True, False))
    assert again == first
    assert _shape(by_services) == _shape(first)


def _left_by(build, allowed):
    """Return what a builder leaves in the database, the cache and the queue. Undo it. Times are numbered in order."""
    waiting = len(connection.run_on_commit)
    with transaction.atomic():
        cache.clear()
        remembered.begin(allowed=allowed)
        dee = user_make("dee")
        build(lantern_street(dee), dee)
        rows, cached = remembered._rows(), sorted(remembered._cached())
        queue = [call.__qualname__ for _, call, _ in connection.run_on_commit[waiting:]]
        transaction.set_rollback(True)
    return _numbered({table: list(of.values()) for table, of in rows.items() if of}), cached, queue


def _numbered(rows):
    """Replace each time near the building by its place among them, and each time ahead by the minutes until then."""
    now, times = datetime.datetime.now(), remembered._times()
    now = now.astimezone(datetime.UTC).replace(tzinfo=None)
    stored = {row[at] for table, of in rows.items() for row in of for at in times.get(table, ()) if row[at]}
    ahead = {time: datetime.datetime.fromisoformat(time) - now for time in stored}
    near = sorted(time for time, by in ahead.items() if datetime.timedelta(hours=-1) < by <= datetime.timedelta(0))
    place = {time: number for number, time in enumerate(near)}
    place |= {time: f"in {by / MINUTE:.0f} minutes" for time, by in ahead.items() if by > datetime.timedelta(0)}
    return {
        table: [
            tuple(place.get(value, value) if at in times.get(table, ()) else value for at, value in enumerate(row))
            for row in of
        ]
        for table, of in rows.items()
    }


def _shape(left):
    """Return what is the same at each building: keys and tokens are drawn by chance."""
    rows, cached, queue = left
    return {table: [[type(value) for value in row] for row in of] for table, of in rows.items()}, len(cached), queue


def test_another_change_before_a_builder_lets_it_build_by_services(dee):
    """A night that is remembered without Cy has keys that are taken by then."""
    club = lantern_street(dee)
    club.name = "Another name"
    club.save()
    assert remembered._is_known(remembered._memory.history) is False
    assert _night(club, dee).session.club.name == "Another name"


@pytest.mark.parametrize("by", ["a setting", "the clock"])
def test_under_another_setting_or_clock_a_builder_builds_by_services(by, dee, settings, monkeypatch):
    if by == "a setting":
        settings.ROBOT_PACE = 1.0
    else:
        monkeypatch.setattr("django.utils.timezone.now", lambda: datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    assert not remembered._is_known(remembered._memory.history)


def test_what_cannot_be_told_apart_is_not_remembered(dee):
    assert remembered._key(partial, [lambda: None], {}) is None
