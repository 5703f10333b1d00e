"""The last places in an upcoming session on PostgreSQL: many sign up and leave at once, but no place is given twice."""

import json

import pytest

pytestmark = pytest.mark.prod

AT_ONCE = """
import datetime, json
from django.contrib.auth import get_user_model
from django.utils import timezone
from clubsite.privacy.services import person_forget
from clubsite.clubs.services import club_create, person_add
from clubsite.readers.visitor import Visitor
from clubsite.signups.models import Reply, ReplyPlayer
from clubsite.signups.services.nights import night_change, nights_announce
from clubsite.signups.services.replies import ReplyAuthor, player_join, reply_add, reply_take_back
from tests.prod.rush import rush
user = get_user_model().objects.create_user("places at once")
club = club_create(name="Places at once", slug="places-at-once", owner=user)
day = timezone.localdate() + datetime.timedelta(days=7)
[night] = nights_announce(club=club, user=user, date=day, start=datetime.time(19), places=6)
author = ReplyAuthor(visitor=Visitor.as_public().at(club))
def says(*names):
    return reply_add(night=night, players=[ReplyPlayer(name=name) for name in names], author=author)
first = [says(f"First {n}") for n in range(4)]
person = person_add(club=club, name="To be forgotten")
player_join(player=first[3].players.get(), person=person, user=user)
def full_after(*calls):
    faults.extend(rush(*calls))
    in_place = ReplyPlayer.objects.filter(reply__night=night, reply__state="in").count()
    turns = list(Reply.objects.filter(night=night).values_list("turn", flat=True))
    return [in_place, Reply.objects.filter(night=night, state="waiting").count(), len(turns) == len(set(turns))]
faults = []
asked = full_after(*[lambda n=n: says(f"Single {n}") for n in range(5)],
                   *[lambda n=n: says(f"A {n}", f"B {n}") for n in range(3)])
left = full_after(lambda: reply_take_back(reply=first[0], author=author),
                  lambda: reply_take_back(reply=first[1], author=author),
                  lambda: person_forget(person=person, user=user), lambda: says("Late"),
                  lambda: night_change(night=night, user=user, note="Supper"))
print(json.dumps({"asked": asked, "left": left, "faults": faults}))
"""


def test_the_last_places_are_given_once_whoever_asks_leaves_or_is_forgotten_at_once(club_server):
    found = json.loads(club_server.shell(AT_ONCE))
    assert found["faults"] == []
    in_place, waiting, turns = found["asked"]
    assert in_place == 6 and turns and waiting in (6, 7), "two singles, or one pair: the others wait"
    in_place, _, turns = found["left"]
    assert in_place == 6 and turns
