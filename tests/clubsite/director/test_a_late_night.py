"""A session that runs late: the end of the evening shown on the room page moves with the clock."""

import datetime
from unittest import mock

import pytest
from django.utils import timezone

from clubsite.director.monitor.progress import overview_of
from clubsite.nights.models import Round
from tests.kit.pages import words


class Clock:
    """The time of the session, in minutes since its first round began."""

    def __init__(self, began: datetime.datetime):
        self.began, self.minutes = began, 0.0

    def now(self) -> datetime.datetime:
        return self.began + datetime.timedelta(minutes=self.minutes)


@pytest.fixture
def clock(cards):
    began = Round.objects.get(section__session=cards, number=1).started_at
    assert began is not None
    clock = Clock(began)
    with mock.patch("django.utils.timezone.now", clock.now):
        yield clock


def test_the_end_of_the_evening_follows_a_night_that_runs_late(cards, dee, director, clock):
    """Three rounds of two eight-minute boards take 48 minutes if there are no delays."""
    room = f"/director/{cards.public_id}/"

    def ends(at):
        """Return the minute at which the evening ends, as both the room and the page show it at minute `at`."""
        clock.minutes = at
        cards.refresh_from_db()
        (section_now,) = overview_of(cards, dee).sections
        assert section_now.evening_ends is not None
        there = timezone.localtime(section_now.evening_ends)
        clock_words = f"{there:%H:%M}"
        assert f"Evening ends {clock_words}" in words(director.get(f"{room}overview/"))
        return round((section_now.evening_ends - clock.began).total_seconds() / 60)

    def act(at, name, **more):
        clock.minutes = at
        director.post(f"{room}act/{name}/", {"section": "A", **more})

    assert (ends(0), ends(10), ends(16)) == (48, 48, 48)
    assert (ends(20), ends(24)) == (52, 56), "a round that is over its time puts the end off, minute by minute"
    act(24, "add")
    assert (ends(24), ends(26), ends(27)) == (58, 58, 59), "two minutes from now"
    act(27, "force")
    assert (ends(27), ends(40)) == (59, 59), "from when the second round began"
    act(30, "pause")
    assert (ends(30), ends(35), ends(45)) == (59, 64, 74), "a pause puts it off as it runs"
    act(45, "resume")
    assert (ends(45), ends(58)) == (74, 74), "and the clock has got it back"
    act(60, "pause")
    assert (ends(60), ends(70)) == (76, 86), "over its time, and paused"
    act(70, "resume")
    assert (ends(70), ends(71)) == (86, 87)
    act(72, "force")
    assert (ends(72), ends(88)) == (88, 88), "the last round"
    assert ends(93) == 93, "never in the past while it is played"
    act(93, "end")
    cards.refresh_from_db()
    shown = words(director.get(f"{room}overview/"))
    assert "Evening ends" not in shown and "The night is over" in shown
