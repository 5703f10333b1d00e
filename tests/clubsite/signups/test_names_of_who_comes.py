"""Who can read the names of people who are coming: directors can, and others can if the club's rule allows it."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.clubs.models import AuditEntry, Club, Membership, NamesFor, Person, ResultsFor, ShownAs
from clubsite.clubs.services import person_add
from clubsite.core.data_map import Subject, gathered
from clubsite.core.tokens import hash_token
from clubsite.privacy.services import person_forget
from clubsite.readers.services import device_person_set
from clubsite.signups.kept import DAYS_KEPT, replies_forget
from clubsite.signups.models import ComingNight, JoinedBy, Reply, ReplyPlayer
from clubsite.signups.services.replies import player_join
from tests.clubsite.signups.conftest import at, of_director
from tests.kit.people import signed_in
from tests.on_page import has_word

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


def test_a_club_for_its_members_only_tells_a_stranger_how_many_and_not_who(club, announce, says, zebedee, dee):
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    night = announce()
    player_join(player=says(night, "Zeb").players.get(), person=zebedee, user=dee)
    says(night, TYPED)
    page = read(Client(), night)
    assert "2 players, not named here" in page
    assert TYPED not in page and not has_word(page, "Zeb")


def test_a_double_is_refused_only_where_it_tells_nothing(club, announce, says, director):
    """A refusal would reveal to a stranger who is coming. Instead, the director is told about the duplicate name."""
    night = announce()
    says(night, TYPED)
    page = Client().post(at(night), {"name": "wanda  walkin"}).text
    assert "is on the list already. Somebody else of this name adds an initial" in page
    Club.objects.update(names_for=NamesFor.AGREED)
    assert Client().post(at(night), {"name": TYPED}).status_code == 302
    assert "This name is on the list twice" in director.get(of_director(night)).text


def test_names_and_addresses_are_deleted_two_weeks_after_the_night(announce, says):
    today = timezone.localdate()
    old, lately = announce(), announce()
    says(old, TYPED, mail="wanda@example.org")
    says(lately, TYPED)
    for night, days in ((old, DAYS_KEPT + 1), (lately, DAYS_KEPT)):
        ComingNight.objects.filter(pk=night.pk).update(date=today - datetime.timedelta(days=days))
    assert replies_forget(today) == 1
    assert Reply.objects.get().night == lately and ReplyPlayer.objects.count() == 1
    assert ComingNight.objects.count() == 2


def test_who_is_forgotten_comes_nowhere_any_more_and_who_waited_has_the_place(announce, says, zebedee, dee):
    night = announce(places=1)
    reply = says(night, HIDDEN, mail="z@example.org")
    player_join(player=reply.players.get(), person=zebedee, user=dee)
    waiting = says(night, TYPED)
    person_forget(person=zebedee, user=dee)
    assert list(Reply.objects.all()) == [waiting]
    waiting.refresh_from_db()
    assert waiting.state == "in"


def test_what_is_known_about_me_has_the_nights_that_i_come_to(announce, says, zebedee, dee):
    night = announce()
    player_join(player=says(night, "Zeb", mail="z@example.org").players.get(), person=zebedee, user=dee)
    [found] = gathered(Subject(None, (zebedee.pk,)), "coming")
    [row] = found.rows
    assert (row["night"], row["name"], row["mail address"]) == (str(night.date), "Zeb", "z@example.org")


def test_the_audit_log_keeps_no_name_of_who_comes(announce, says, director):
    night = announce()
    reply = says(night, TYPED)
    director.post(of_director(night, f"reply/{reply.pk}/off/"))
    director.post(of_director(night), {"name": HIDDEN})
    written = " ".join(f"{one.about} {one.detail}" for one in AuditEntry.objects.all())
    assert "reply" in written and "Wanda" not in written and "Zebedee" not in written
