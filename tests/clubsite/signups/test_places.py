"""Who has a place and who waits, never too many people even if two reply at once, and who reads their names."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.clubs.models import AuditEntry, Club, Membership, NamesFor, Person, ShownAs
from clubsite.clubs.services import person_add
from clubsite.core.data_map import Subject, gathered
from clubsite.core.refused import Refused
from clubsite.core.tokens import hash_token
from clubsite.privacy.services import person_forget
from clubsite.readers.services import device_person_set
from clubsite.readers.visitor import Visitor
from clubsite.signups.kept import DAYS_KEPT, replies_forget
from clubsite.signups.models import ComingNight, JoinedBy, NightKind, Reply, ReplyPlayer, ReplyState
from clubsite.signups.services.nights import night_cancel, night_change
from clubsite.signups.services.replies import (
    ReplyAuthor,
    player_join,
    replies_together,
    reply_again,
    reply_change,
    reply_move,
    reply_take_back,
)
from tests.clubsite.signups.conftest import at, of_director
from tests.kit.people import signed_in


def state(reply: Reply) -> str:
    reply.refresh_from_db()
    return reply.state


def by(reply: Reply) -> ReplyAuthor:
    return ReplyAuthor(visitor=Visitor.as_public().at(reply.night.club))


def test_who_comes_to_a_full_night_waits_and_moves_up_in_turn(announce, says):
    night = announce(places=2)
    first, second, third, fourth = (says(night, name) for name in ("Ann", "Bo", "Cy", "Di"))
    assert [state(reply) for reply in (first, second, third, fourth)] == ["in", "in", "waiting", "waiting"]
    reply_take_back(reply=second, author=by(second))
    assert [state(reply) for reply in (second, third, fourth)] == ["gone", "in", "waiting"]
    assert third.moved_up_at is not None
    reply_again(reply=second, author=by(second))
    assert state(second) == "waiting"
    reply_take_back(reply=first, author=by(first))
    assert [state(reply) for reply in (fourth, second)] == ["in", "waiting"], "after all: at the end of the line"


def test_a_pair_needs_two_places_and_one_place_goes_to_the_first_for_whom_it_is_enough(announce, says):
    night = announce(kind=NightKind.PAIRS, places=3)
    pair, alone = says(night, "Ann", "Bo"), says(night, "Cy")
    waiting, last = says(night, "Di", "Ed"), says(night, "Flo")
    assert [state(reply) for reply in (pair, alone, waiting, last)] == ["in", "in", "waiting", "waiting"]
    reply_take_back(reply=alone, author=by(alone))
    assert [state(reply) for reply in (waiting, last)] == ["waiting", "in"]
    reply_take_back(reply=pair, author=by(pair))
    assert state(waiting) == "in"


def test_more_places_let_people_in_fewer_put_nobody_out_and_a_director_may_pass_the_limit(announce, says, dee):
    night = announce(places=1)
    first, second, third = (says(night, name) for name in ("Ann", "Bo", "Cy"))
    night = night_change(night=night, user=dee, places=2)
    assert [state(reply) for reply in (first, second, third)] == ["in", "in", "waiting"]
    night = night_change(night=night, user=dee, places=1)
    assert [state(reply) for reply in (first, second, third)] == ["in", "in", "waiting"]
    reply_take_back(reply=first, author=by(first))
    assert state(third) == "waiting"
    night = announce(places=1)
    _, second = says(night, "Ann"), says(night, "Bo")
    reply_move(reply=second, up=True, user=dee)
    assert state(second) == "in"
    reply_move(reply=second, up=False, user=dee)
    assert state(second) == "waiting"


def test_whoever_comes_alone_may_bring_a_partner_only_where_there_is_a_place(announce, says):
    night = announce(kind=NightKind.PAIRS, places=2)
    ann, bo = says(night, "Ann"), says(night, "Bo")
    with pytest.raises(Refused, match="no place for one more") as no:
        reply_change(reply=ann, players=[ReplyPlayer(name="Ann"), ReplyPlayer(name="Cy")], author=by(ann))
    assert no.value.field == "partner"
    reply_take_back(reply=bo, author=by(bo))
    reply_change(reply=ann, players=[ReplyPlayer(name="Ann"), ReplyPlayer(name="Cy")], author=by(ann))
    assert list(ann.players.values_list("name", flat=True)) == ["Ann", "Cy"]


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
def test_at_once_the_last_place_and_each_that_becomes_free_are_given_once(announce, says, at_once):
    night = announce(places=3)
    says(night, "Ann")
    says(night, "Bo")
    got = at_once(*(lambda name=name: says(night, name).state for name in ("Cy", "Di", "Ed", "Flo")))
    assert sorted(got) == ["in", "waiting", "waiting", "waiting"]
    night = announce(places=2)
    ann, bo, *_ = (says(night, name) for name in ("Ann", "Bo", "Cy", "Di", "Ed"))

    def leaves(reply):
        reply_take_back(reply=reply, author=by(reply))
        return ReplyPlayer.objects.filter(reply__night=night, reply__state=ReplyState.IN).count()

    left = at_once(lambda: leaves(ann), lambda: leaves(bo), lambda: says(night, "Flo").state)
    assert left[2] == "waiting" and max(left[:2]) == 2


TYPED, HIDDEN = "Wanda Walkin", "Zebedee Quillfeather"


@pytest.fixture
def zebedee(club):
    return person_add(club=club, name=HIDDEN)


def read(client: Client, night: ComingNight) -> str:
    return client.get(at(night)).text


def member(club: Club, cy) -> Client:
    Membership.objects.create(club=club, user=cy)
    return signed_in(cy)


def test_a_typed_name_is_read_by_directors_alone_unless_the_club_names_everybody(club, announce, says, director, cy):
    night, inside = announce(), member(club, cy)
    says(night, TYPED)
    assert TYPED in read(Client(), night) and "Everybody can read it here" in read(Client(), night)
    for names_for in (NamesFor.AGREED, NamesFor.INITIALS):
        Club.objects.update(names_for=names_for)
        for client in (Client(), inside):
            page = read(client, night)
            assert TYPED not in page and "1 player, not named here" in page
            assert "Only the club’s directors read it" in page
        assert TYPED in director.get(of_director(night)).text


def test_a_typed_name_that_is_somebody_s_of_the_club_is_not_shown_before_a_director_knows_them(
    announce, says, zebedee, dee
):
    """The member may be hidden, or somebody else may have typed the member's name."""
    night = announce()
    reply = says(night, HIDDEN.upper())
    assert "quillfeather" not in read(Client(), night).casefold()
    player_join(player=reply.players.get(), person=zebedee, user=dee)
    assert HIDDEN in read(Client(), night)
    Person.objects.update(shown_as=ShownAs.NICKNAME, nickname="Foxglove")
    assert "quillfeather" not in read(Client(), night).casefold() and "Foxglove" in read(Client(), night)
    Person.objects.update(shown_as=ShownAs.HIDDEN)
    assert "Foxglove" not in read(Client(), night) and "1 player, not named here" in read(Client(), night)


def test_this_is_me_said_on_a_device_names_nobody_to_strangers(club, announce, zebedee, director, cy, dee):
    """Anyone can say "this is me". Members can read the name, but strangers only once a director has confirmed it."""
    night, client = announce(), Client()
    client.cookies["device"] = "kept"
    device = Device.objects.create(token_hash=hash_token("kept"))
    device_person_set(device=device, person=zebedee)
    assert f"I am coming as {HIDDEN}" in " ".join(read(client, night).split())
    client.post(at(night), {"you": "1"})
    player = ReplyPlayer.objects.get()
    assert (player.person, player.joined_by) == (zebedee, JoinedBy.DEVICE)
    assert "quillfeather" not in read(Client(), night).casefold()
    assert HIDDEN in read(member(club, cy), night)
    answer = {"player": player.pk, "person": zebedee.pk}
    director.post(of_director(night, f"reply/{player.reply_id}/join/"), answer)
    assert HIDDEN in read(Client(), night)


def test_whoever_is_known_by_initials_does_not_learn_the_name_by_saying_that_they_come(club, announce, zebedee):
    Club.objects.update(names_for=NamesFor.INITIALS)
    night, client = announce(), Client()
    client.cookies["device"] = "kept"
    device_person_set(device=Device.objects.create(token_hash=hash_token("kept")), person=zebedee)
    client.post(at(night), {"you": "1"})
    page = read(client, night)
    assert "Z. Q." in page and "quillfeather" not in page.casefold()
    own = client.get(at(night, f"yours/{Reply.objects.get().pk}/")).text
    assert "quillfeather" not in own.casefold()


def test_a_double_is_refused_only_where_it_tells_nothing(club, announce, says, director):
    """A refusal would reveal to a stranger who is coming. Instead, the director is told about the duplicate name."""
    night = announce()
    says(night, TYPED)
    page = Client().post(at(night), {"name": "wanda  walkin"}).text
    assert "is on the list already. Somebody else of this name adds an initial" in page
    Club.objects.update(names_for=NamesFor.AGREED)
    assert Client().post(at(night), {"name": TYPED}).status_code == 302
    assert "This name is on the list twice" in director.get(of_director(night)).text


def test_names_are_deleted_two_weeks_after_a_night_and_are_in_no_line_of_the_audit_log(announce, says, director):
    today = timezone.localdate()
    old, lately = announce(), announce()
    says(old, TYPED, mail="wanda@example.org")
    says(lately, TYPED)
    for night, days in ((old, DAYS_KEPT + 1), (lately, DAYS_KEPT)):
        ComingNight.objects.filter(pk=night.pk).update(date=today - datetime.timedelta(days=days))
    assert replies_forget(today) == 1
    assert Reply.objects.get().night == lately and ReplyPlayer.objects.count() == 1
    assert ComingNight.objects.count() == 2
    night = announce()
    reply = says(night, TYPED)
    director.post(of_director(night, f"reply/{reply.pk}/off/"))
    director.post(of_director(night), {"name": HIDDEN})
    written = " ".join(f"{line.about} {line.detail}" for line in AuditEntry.objects.all())
    assert "reply" in written and "Wanda" not in written and "Zebedee" not in written


def test_what_is_known_about_me_has_my_nights_and_who_is_forgotten_comes_nowhere_any_more(announce, says, zebedee, dee):
    night = announce()
    player_join(player=says(night, "Zeb", mail="z@example.org").players.get(), person=zebedee, user=dee)
    [part] = gathered(Subject(None, (zebedee.pk,)), "coming")
    [row] = part.rows
    assert (row["night"], row["name"], row["mail address"]) == (str(night.date), "Zeb", "z@example.org")
    night = announce(places=1)
    reply = says(night, HIDDEN, mail="z@example.org")
    player_join(player=reply.players.get(), person=zebedee, user=dee)
    waiting = says(night, TYPED)
    person_forget(person=zebedee, user=dee)
    assert list(Reply.objects.all()) == [waiting]
    waiting.refresh_from_db()
    assert waiting.state == "in"
