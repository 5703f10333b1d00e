"""Filling a session with the people who are coming: the director checks the names, partners stay together, and undo."""

import pytest
from django.test import Client

from clubsite.clubs.models import Person
from clubsite.clubs.services import person_add
from clubsite.nights.models import ContestantPerson, Session
from clubsite.nights.selectors.drafts import groups_of, lines_of
from clubsite.nights.services.movement import movement_accept
from clubsite.nights.services.sections import section_add_pairs
from clubsite.nights.services.setup import session_create
from clubsite.signups.models import ComingNight, JoinedBy, NightKind, Reply, ReplyPlayer
from clubsite.signups.services.replies import ReplyAuthor, player_join, replies_together, reply_take_back
from movements.catalogue import build
from movements.mitchell import straight
from movements.teams import american_whist
from tests.clubsite.signups.conftest import of_director
from tests.kit.events import make_club
from tests.kit.people import user_make
from tests.on_page import on_page


@pytest.fixture
def draft(club, dee):
    """A function that makes a session of six on the date of a night, with a movement, no names, and perhaps pairs."""

    def make(night, pairs=0):
        session = session_create(club=club, user=dee, name="Tuesday", date=night.date, players=6, boards_per_round=1)
        movement_accept(session=session, plan=straight(3, 3), title="Mitchell", user=dee)
        if pairs:
            section_add_pairs(session=session, pairs=pairs, own_boards=True, user=dee)
            section = session.sections.get(kind="four_handed")
            plan = build("howell", pairs // 2, None, pairs)
            movement_accept(session=session, section=section, plan=plan, title="Howell", user=dee)
        return session

    return make


def path(session: Session, night: ComingNight) -> str:
    return f"/director/{session.public_id}/setup/players/coming/{night.public_id}/"


def placed(session: Session) -> dict[str, str]:
    return {line.key: line.person.name for line in lines_of(session) if line.person}


def send(director: Client, session: Session, night: ComingNight, **who) -> str:
    """Submit the form as proposed, except for the choices in `who`. Return the page."""
    page = director.get(path(session, night))
    sent = {row.field: who.get(row.player.name.split()[0], row.proposed) for row in page.context["form"].rows}
    return on_page(director.post(path(session, night), sent, follow=True).text)


def test_the_names_step_offers_the_night_of_that_day(announce, says, draft, director):
    night, other = announce(), announce(place="Nobody comes")
    for name in ("Ann Hill", "Bo", "Cy"):
        says(night, name)
    session = draft(night)
    text = " ".join(director.get(f"/director/{session.public_id}/setup/players/").text.split())
    words = f"Start from the night of {night.date.day} {night.date:%B}: 3 come"
    assert words in text and path(session, night) in text and path(session, other) not in text
    new = on_page(director.get(f"/director/new/?coming={night.public_id}").text)
    assert "3 have said that they come" in new
    begun = director.get(f"/director/new/?coming={night.public_id}").context["form"]
    assert (begun["players"].value(), begun["date"].value()) == (3, night.date)
    assert director.get("/director/new/?coming=nothing").status_code == 200


def test_a_member_is_found_by_name_and_a_new_name_becomes_a_guest_or_a_member_if_the_director_says_so(
    announce, says, draft, director, club
):
    night, ann = announce(), person_add(club=club, name="Ann Hill")
    for name in ("ann  hill", "Bo Best", "Cy Moss", "Di Left"):
        says(night, name)
    session = draft(night)
    text = send(director, session, night, Cy="member", Di="")
    assert "3 players have places." in text
    assert list(placed(session).values()) == ["Ann Hill", "Bo Best", "Cy Moss"]
    assert {p.name: p.guest for p in club.people.all()} == {"Ann Hill": False, "Bo Best": True, "Cy Moss": False}
    assert ReplyPlayer.objects.get(person=ann).joined_by == JoinedBy.DIRECTOR
    assert ReplyPlayer.objects.get(name="Di Left").person is None


def test_of_two_members_of_one_name_the_director_says_which(announce, says, draft, director, club):
    night = announce()
    _, second = (person_add(club=club, name="Ann Hill", number=number) for number in ("7", "8"))
    says(night, "Ann Hill")
    session = draft(night)
    [row] = director.get(path(session, night)).context["form"].rows
    assert (row.proposed, row.told) == ("", "2 people of this name")
    send(director, session, night, Ann=str(second.pk))
    assert ContestantPerson.objects.get().person == second


def test_partners_get_a_pair_s_two_places_and_who_waits_or_took_back_none(announce, says, draft, director, dee):
    night = announce(kind=NightKind.PAIRS, places=6)
    says(night, "Alone Abe")
    says(night, "Cat", "Dan")
    first, second = says(night, "Eve"), says(night, "Fay")
    replies_together(first=first, second=second, user=dee)
    says(night, "Waiting Walt", "Waiting Will")
    session = draft(night, pairs=4)
    send(director, session, night)
    got = placed(session)
    assert got["A1"] == "Alone Abe"
    assert [got.get(key) for key in ("B1", "B1b", "B2", "B2b")] == ["Cat", "Dan", "Eve", "Fay"]
    assert len(got) == 5


def test_a_team_is_entered_as_a_team_with_its_name_and_both_are_taken_out_again(announce, says, club, dee, director):
    night = announce(kind=NightKind.TEAMS)
    says(night, "Solo Sam")
    says(night, "Ann Hill", "Bo Best", team="Lamps")
    session = session_create(club=club, user=dee, name="Teams", date=night.date, players=6, boards_per_round=1)
    movement_accept(session=session, plan=american_whist(3, 2), title="Whist", user=dee)
    send(director, session, night)

    def teams():
        units = [unit for group in groups_of(session) for unit in group.units]
        return [(u.team.name, {line.value for line in u.lines} - {""}) for u in units if u.team]

    assert ("Lamps", {"Ann Hill", "Bo Best"}) in teams() and ("", {"Solo Sam"}) in teams()
    director.post(f"/director/{session.public_id}/setup/players/coming/undo/")
    assert teams() == [("", set())] * 3


def test_it_is_taken_out_again_and_whoever_it_made_leaves_the_list(announce, says, draft, director, club):
    night, ann = announce(), person_add(club=club, name="Ann Hill")
    for name in ("Ann Hill", "Bo Best"):
        says(night, name)
    session = draft(night)
    kept = lines_of(session)[0].key
    send(director, session, night)
    names = on_page(director.get(f"/director/{session.public_id}/setup/players/").text)
    assert "2 names came from who said that they come." in names and "Take them out again" in names
    undo = f"/director/{session.public_id}/setup/players/coming/undo/"
    director.post(undo)
    assert placed(session) == {} and list(club.people.all()) == [ann]
    assert kept and "nothing to take out" in on_page(director.post(undo, follow=True).text)
    send(director, session, night)
    assert list(placed(session).values()) == ["Ann Hill", "Bo Best"], "and put in once more"


def test_who_plays_already_is_not_put_in_twice_and_who_finds_no_place_is_counted(
    announce, says, draft, director, club, dee
):
    night = announce()
    for number in range(8):
        says(night, f"Player {number}")
    session = draft(night)
    text = send(director, session, night)
    assert "6 players have places. For 2 there was none" in text
    assert "There is nothing" not in text and len(placed(session)) == 6
    again = director.get(path(session, night)).context["form"].rows
    assert [row.told for row in again if row.proposed == ""] == ["plays already"] * 6


def test_another_club_s_night_and_people_are_out_of_reach(announce, says, draft, director):
    stranger = person_add(club=make_club("Harbour", user_make("eve")), name="Harbour Hal")
    night = announce()
    reply = says(night, "Ann")
    session = draft(night)
    send(director, session, night, Ann=str(stranger.pk))
    assert placed(session) == {}
    assert director.get(path(session, night).replace(night.public_id, "nothing")).status_code == 404
    join = of_director(night, f"reply/{reply.pk}/join/")
    answer = director.post(join, {"player": reply.players.get().pk, "person": stranger.pk})
    assert answer.status_code == 404 and Person.objects.filter(coming_players=None).count() == 1


def test_a_player_joined_before_is_proposed_though_the_typed_name_is_another(
    announce, says, draft, director, club, dee
):
    night, ann = announce(), person_add(club=club, name="Ann Hill")
    reply = says(night, "Annie")
    player_join(player=reply.players.get(), person=ann, user=dee)
    gone = says(night, "Gone")
    reply_take_back(reply=gone, author=ReplyAuthor(director=dee))
    [row] = director.get(path(draft(night), night)).context["form"].rows
    assert (row.proposed, row.told) == (str(ann.pk), "a director said so")
    assert Reply.objects.count() == 2
