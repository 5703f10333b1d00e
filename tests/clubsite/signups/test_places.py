"""Who has a place and who waits: first come, first served, and never too many people, even if two reply at once."""

import datetime

import pytest
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.readers.visitor import Visitor
from clubsite.signups.models import ComingNight, NightKind, Reply, ReplyPlayer, ReplyState
from clubsite.signups.services.nights import night_cancel, night_change
from clubsite.signups.services.replies import (
    ReplyAuthor,
    replies_together,
    reply_again,
    reply_change,
    reply_move,
    reply_take_back,
)


def state(reply: Reply) -> str:
    reply.refresh_from_db()
    return reply.state


def by(reply: Reply) -> ReplyAuthor:
    return ReplyAuthor(visitor=Visitor.as_public().at(reply.night.club))


def test_who_comes_to_a_full_night_waits_and_moves_up_in_turn(announce, says):
    night = announce(places=2)
    first, second, third, fourth = (says(night, name) for name in ("Ann", "Bo", "Cy", "Di"))
    assert [state(one) for one in (first, second, third, fourth)] == ["in", "in", "waiting", "waiting"]
    reply_take_back(reply=second, author=by(second))
    assert [state(one) for one in (second, third, fourth)] == ["gone", "in", "waiting"]
    assert third.moved_up_at is not None
    reply_again(reply=second, author=by(second))
    assert state(second) == "waiting"
    reply_take_back(reply=first, author=by(first))
    assert [state(one) for one in (fourth, second)] == ["in", "waiting"], "after all: at the end of the line"


def test_a_pair_needs_two_places_and_one_place_goes_to_the_first_for_whom_it_is_enough(announce, says):
    night = announce(kind=NightKind.PAIRS, places=3)
    pair, alone = says(night, "Ann", "Bo"), says(night, "Cy")
    waiting, last = says(night, "Di", "Ed"), says(night, "Flo")
    assert [state(one) for one in (pair, alone, waiting, last)] == ["in", "in", "waiting", "waiting"]
    reply_take_back(reply=alone, author=by(alone))
    assert [state(one) for one in (waiting, last)] == ["waiting", "in"]
    reply_take_back(reply=pair, author=by(pair))
    assert state(waiting) == "in"


def test_more_places_let_people_in_and_fewer_put_nobody_out(announce, says, dee):
    night = announce(places=1)
    first, second, third = (says(night, name) for name in ("Ann", "Bo", "Cy"))
    night = night_change(night=night, user=dee, places=2)
    assert [state(one) for one in (first, second, third)] == ["in", "in", "waiting"]
    night = night_change(night=night, user=dee, places=1)
    assert [state(one) for one in (first, second, third)] == ["in", "in", "waiting"]
    reply_take_back(reply=first, author=by(first))
    assert state(third) == "waiting"


def test_whoever_comes_alone_may_bring_a_partner_only_where_there_is_a_place(announce, says):
    night = announce(kind=NightKind.PAIRS, places=2)
    ann, bo = says(night, "Ann"), says(night, "Bo")
    with pytest.raises(Refused, match="no place for one more") as no:
        reply_change(reply=ann, players=[ReplyPlayer(name="Ann"), ReplyPlayer(name="Cy")], author=by(ann))
    assert no.value.field == "partner"
    reply_take_back(reply=bo, author=by(bo))
    reply_change(reply=ann, players=[ReplyPlayer(name="Ann"), ReplyPlayer(name="Cy")], author=by(ann))
    assert list(ann.players.values_list("name", flat=True)) == ["Ann", "Cy"]


def test_a_director_gives_a_place_past_the_limit_and_takes_it_back(announce, says, dee):
    night = announce(places=1)
    _, second = says(night, "Ann"), says(night, "Bo")
    reply_move(reply=second, up=True, user=dee)
    assert state(second) == "in"
    reply_move(reply=second, up=False, user=dee)
    assert state(second) == "waiting"


def test_two_who_look_are_put_together_and_are_alone_again_when_one_takes_back(announce, says, dee):
    night = announce(kind=NightKind.PAIRS)
    ann, bo, cy = (says(night, name) for name in ("Ann", "Bo", "Cy"))
    replies_together(first=bo, second=ann, user=dee)
    ann.refresh_from_db()
    assert ann.beside == bo
    with pytest.raises(Refused):
        replies_together(first=cy, second=bo, user=dee)
    reply_take_back(reply=bo, author=by(bo))
    ann.refresh_from_db()
    assert ann.beside is None


def test_the_same_page_sent_twice_is_one_answer(announce, says):
    night = announce()
    assert says(night, "Ann", idempotency_key="a page") == says(night, "Ann", idempotency_key="a page")
    assert Reply.objects.count() == 1


def test_a_night_that_has_begun_or_is_cancelled_takes_no_answer(announce, says, dee):
    night = announce()
    ann = says(night, "Ann")
    night_cancel(night=night, user=dee)
    with pytest.raises(Refused, match="does not take place"):
        says(night, "Bo")
    now = timezone.localtime() - datetime.timedelta(minutes=1)
    ComingNight.objects.update(cancelled_at=None, date=now.date(), start=now.time())
    with pytest.raises(Refused, match="has begun"):
        says(night, "Bo")
    with pytest.raises(Refused, match="has begun"):
        reply_take_back(reply=ann, author=by(ann))
    reply_take_back(reply=ann, author=ReplyAuthor(director=dee))
    assert state(ann) == "gone"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_last_place_at_once_one_has_it_and_one_waits(announce, says, at_once):
    night = announce(places=3)
    says(night, "Ann")
    says(night, "Bo")
    got = at_once(*(lambda name=name: says(night, name).state for name in ("Cy", "Di", "Ed", "Flo")))
    assert sorted(got) == ["in", "waiting", "waiting", "waiting"]


@pytest.mark.django_db(transaction=True)
def test_of_two_places_that_become_free_at_once_each_is_given_once(announce, says, at_once):
    night = announce(places=2)
    ann, bo, *_ = (says(night, name) for name in ("Ann", "Bo", "Cy", "Di", "Ed"))

    def leaves(reply):
        reply_take_back(reply=reply, author=by(reply))
        return ReplyPlayer.objects.filter(reply__night=night, reply__state=ReplyState.IN).count()

    left = at_once(lambda: leaves(ann), lambda: leaves(bo), lambda: says(night, "Flo").state)
    assert left[2] == "waiting" and max(left[:2]) == 2
