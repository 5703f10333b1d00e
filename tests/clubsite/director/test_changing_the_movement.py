"""Movement changes by the director: requested in plain words, shown before and after, made once, and undone."""

import re

import pytest
from django.test import Client

from clubsite.accounts.models import Device
from clubsite.clubs.models import Person
from clubsite.core.tokens import hash_token
from clubsite.nights.models import ContestantPerson, Movement, Seating, Session, TableBoard
from clubsite.nights.selectors.movements import plan_of
from clubsite.nights.selectors.progress import rounds_all
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.movement import movement_accept
from clubsite.nights.services.rounds import round_force, session_start
from clubsite.nights.services.sections import sections_split
from clubsite.nights.services.setup import robot_ask
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import ticket_release, ticket_take
from movements.checks import problems
from movements.howell import howell
from movements.mitchell import straight
from movements.plan import with_sit_out
from tests.clubsite.at_tables import look
from tests.kit.director_pages import Desk
from tests.kit.nights import swiss
from tests.kit.typed_scores import enter_score
from tests.on_page import has_word, on_page

KINDS = ["late", "absent", "leaves", "shorter", "longer", "table", "swapped", "turned", "wrong", "anew"]


@pytest.fixture
def desk_of(client, dee):
    client.force_login(dee)
    return lambda night: Desk(client, night)


@pytest.fixture
def desk(night, desk_of):
    return desk_of(night)


def test_every_change_is_named_and_asks_at_most_two_things_and_looking_changes_nothing(desk, client):
    assert f'href="{desk.base}"' in client.get(f"/director/{desk.night.session.public_id}/").text
    index, before = desk.index(), desk.plan()
    for kind in KINDS:
        assert f"{desk.base}{kind}/" in index
        page = client.get(f"{desk.base}{kind}/").text
        questions = page[page.index("askrepair") :].split("</form>")[0]
        assert 1 <= questions.count("<label") <= 2, kind
        assert 'role="alert"' not in page
        if kind != "anew":
            page = desk.ask(kind)
            assert "Choose one." in page or "Type the name." in page
            assert "make-change" not in page
    assert desk.plan() == before


def test_a_guest_comes_late_into_the_empty_seat(make_night, desk_of):
    desk = desk_of(make_night(players=9, plan=with_sit_out(straight(5, 5), 10)))
    page = desk.ask("late", name0="Kit Late")
    assert "Nobody in the club is called “Kit Late”." in page
    assert 'name="guest-name0" value="Kit Late"' in page
    page = desk.ask("late", **{"name0": "Kit Late", "guest-name0": "Kit Late"})
    assert "Kit Late takes the empty seat: from round 2 at table" in page
    assert "Kit Late has no score there, and loses nothing by it." in page
    assert not Person.objects.filter(name="Kit Late").exists()
    desk.make("late", page)
    contestant = desk.night.section.contestants.get(number=10)
    assert [(row.person.name, row.from_round) for row in contestant.persons.all()] == [("Kit Late", 2)]


def test_a_late_player_takes_the_robot_s_seat(make_night, desk_of, dee):
    night = make_night(players=5, start=False)
    robot_ask(session=night.session, strength="club", user=dee)
    night.session.refresh_from_db()
    movement_accept(session=night.session, plan=straight(3, 3), title="Mitchell", user=dee)
    session_start(session=night.session, user=dee)
    desk = desk_of(night)
    answers = {"name0": "Kit Late", "guest-name0": "Kit Late"}
    page = desk.ask("late", **answers)
    assert "Robot, club player plays no more: the newcomer has its places." in page
    desk.make("late", page)
    assert desk.plan().missing(2) == {6, 8}
    round_force(section=desk.night.section, user=dee)
    here = TableBoard.objects.filter(round__number=2)
    assert here.filter(ew__number=7).count() == 1 and not here.filter(ew__number=6).exists()


def test_somebody_plays_from_the_start_instead_of_who_has_not_come_or_played_a_board(desk, dee):
    contestant = desk.night.contestant(2)
    row = contestant.persons.get()
    page = desk.ask("absent", who=row.pk, instead="Sam New", **{"guest-instead": "Sam New"})
    assert "Sam New has Flo&#x27;s place from round 1" in page and "Flo is not in the results" in page
    assert "Take this change back" in desk.make("absent", page)
    only = contestant.persons.get()
    assert (only.person.name, only.from_round, only.to_round) == ("Sam New", 1, None)
    assert SeatTicket.objects.get(pk=desk.night.tickets[2].pk).revoked_at is not None
    room = desk.client.get(f"/director/{desk.night.session.public_id}/").text
    assert "Sam New" in room and not has_word(room, "Flo")
    assert "Take this change back" not in desk.client.post(f"{desk.base}undo/", {"section": "A"}, follow=True).text
    back = contestant.persons.get()
    assert (back.person.name, back.from_round, back.to_round) == ("Flo", 1, None)
    page = desk.ask("absent", who=back.pk, instead="Sam New")
    enter_score(TableBoard.objects.get(round__number=1, table__number=2), dee, "p")
    assert "Choose again: the list has changed" in desk.ask("absent", who=back.pk, instead="Sam New")
    desk.make("absent", page)
    assert contestant.persons.get() == back


def test_before_and_after_mark_what_changes_by_a_word(make_night, desk_of):
    desk = desk_of(make_night(players=12, plan=howell(6), boards_per_round=2))
    page = desk.ask("shorter", after="9")
    shown = page[page.index("Before and after") :]
    assert "Rounds 1 to 9 stay as they are." in shown
    assert shown.count('<span class="mark dropped">dropped</span>') == 2
    page = desk.ask("longer", more="1")
    assert '<span class="mark added">added</span>' in page
    assert "New boards are needed: boards 23–24." in page


def test_scores_that_go_to_others_are_named_before_they_go(desk, dee):
    row = TableBoard.objects.get(round__number=1, table__number=1)
    enter_score(row, dee, "1N S 7")
    page = desk.ask("turned", place="1.1")
    assert "Boards that change hands" in page
    assert "South Ann, North Bo" in on_page(page) and "1NT" in on_page(page)
    desk.make("turned", page)
    new = TableBoard.objects.get(round__number=1, table__number=1, state="finished")
    assert (new.ns.number, new.ew.number) == (4, 1)
    table = desk.client.get(f"/director/{desk.night.session.public_id}/table/1/").text
    assert "1NT" in on_page(table)


def test_the_wrong_players_are_asked_for_after_the_table(desk):
    page = desk.ask("wrong", place="1.2")
    assert "Who sits South?" in page and "make-change" not in page
    page = desk.ask("wrong", place="1.3", of="1.2", ns="2", ew="4")
    assert "make-change" not in page, "answers for another table are forgotten"
    page = desk.ask("wrong", place="1.2", of="1.2", ns="2", ew="4")
    assert "Flo" in on_page(page) and "make-change" in page
    desk.make("wrong", page)
    row = next(row for row in desk.plan().round(1) if row.table == 2)
    assert (row.ns, row.ew) == (2, 4)


def test_a_change_without_effect_and_a_replay_are_refused_in_a_director_s_words(desk, dee):
    page = desk.ask("anew", rounds="3")
    assert "Nothing would change" in page and "make-change" not in page
    round_force(section=desk.night.section, user=dee)
    before = desk.plan()
    page = desk.ask("wrong", place="2.1", of="2.1", ns="1", ew="4")
    assert "That cannot be done" in page
    assert re.search(r"(Ann|Hal|Ivy) has board \d in round 1 and cannot have them in round 2 too\.", page)
    assert desk.plan() == before


def test_the_other_section_is_left_alone(make_night, desk_of, club, dee):
    """With two sections of six players, the change affects only section B, whose tables are named with the letter B."""
    night = make_night(players=12, plan=howell(6), start=False)
    for section in sections_split(session=night.session, sizes=[6, 6], user=dee):
        session = night.session
        movement_accept(session=session, section=section, plan=straight(3, 3), title="Mitchell", user=dee)
    session_start(session=night.session, user=dee)
    desk = desk_of(night)
    first, second = night.session.sections.order_by("name")
    assert "Section B" in desk.index()
    page = desk.ask("swapped", section="B", one="4", other="5")
    assert "North at table B1" in page and "make-change" in page
    desk.make("swapped", page)
    assert plan_of(first) == straight(3, 3)
    changed = plan_of(second)
    assert changed is not None and {(r.ns, r.ew) for r in changed.round(1)} == {(1, 5), (2, 4), (3, 6)}


def test_every_page_of_the_night_stands_after_changes(make_night, desk_of, dee):
    """The room, tables, codes, papers and movement page all cope with a rover, a player who left and an extra round."""
    desk = desk_of(make_night(players=10, plan=straight(5, 5)))
    desk.make("late", **{"name0": "Kit Late", "guest-name0": "Kit Late"})
    desk.make("leaves", who=desk.night.contestant(2).persons.get().pk)
    desk.make("longer", more="1")
    assert desk.plan().rounds == 6
    round_force(section=desk.night.section, user=dee)
    base = f"/director/{desk.night.session.public_id}/"
    pages = (
        "overview/ codes/ ranking/ audit-log/ repair/ movement/ setup/print/ print/movement.pdf print/table-cards.pdf "
        "print/A/guide-cards.pdf print/A/table-guides.pdf"
    ).split()
    pages += ["", *(f"table/{number}/" for number in range(1, 7))]
    assert {page: desk.client.get(base + page).status_code for page in pages} == dict.fromkeys(pages, 200)
    assert "Kit Late" in desk.client.get(base + "overview/").text


def test_a_device_that_let_go_has_its_seat_again_when_that_is_taken_back_unless_another_has_it(desk):
    """The device still has its key. A seat that was freed for another reason is not given back."""
    night = desk.night
    row = night.contestant(2).persons.get()
    desk.make("leaves", who=row.pk, standin="Sam New", **{"guest-standin": "Sam New"})
    sams = Device.objects.create(token_hash=hash_token("Sam's phone"))
    ticket, _ = ticket_take(device=sams, seat=night.contestant(2).seat)
    desk.client.post(f"{desk.base}undo/")
    ticket.refresh_from_db()
    assert ticket.revoked_reason == RevokeReason.KEPT_BY_STAND_IN
    assert SeatTicket.objects.get(seat=night.contestant(2).pk, revoked_at=None) == night.tickets[2]
    page = desk.ask("leaves", who=night.contestant(2).persons.get().pk)
    assert "Flo plays no more after round 1." in page and "The scores of Flo stay and count" in page
    assert "Whoever would have met Flo sits out" in page
    assert "sits out" in page[page.index("Before and after") :]
    desk.make("leaves", page)
    phone = night.phone(2)
    at = f"/seat/{night.tickets[2].public_id}/"
    assert phone.get(at).status_code == 404
    desk.client.post(f"{desk.base}undo/")
    assert phone.get(at).status_code == 200
    assert look(night.tickets[2])["table"]["name"] == "Flo"
    desk.make("leaves", who=night.contestant(2).persons.get().pk)
    other = Device.objects.create(token_hash=hash_token("a neighbour's phone"))
    ticket, _ = ticket_take(device=other, seat=night.contestant(2).seat)
    desk.client.post(f"{desk.base}undo/")
    assert SeatTicket.objects.filter(seat=night.contestant(2).pk, revoked_at=None).get() == ticket
    ticket_release(ticket=night.tickets[3], reason=RevokeReason.FREED)
    desk.make("leaves", who=night.contestant(2).persons.get().pk)
    desk.client.post(f"{desk.base}undo/")
    assert not SeatTicket.objects.filter(seat=night.contestant(3).pk, revoked_at=None).exists()


NONSENSE = ["", "-1", "99", "1.99", "é\x00", "9" * 90]


def test_nonsense_is_answered_with_a_page_and_after_the_end_only_who_sat_where_is_asked(desk, dee):
    before = desk.plan()
    names = "name0 name1 who standin after more one other place ns ew rounds of".split()
    for kind in KINDS:
        for value in NONSENSE:
            data = {**dict.fromkeys(names, value), "go": "1"}
            assert desk.client.get(f"{desk.base}{kind}/", data).status_code == 200
        assert desk.client.post(f"{desk.base}{kind}/", {**data, "seen": value}).status_code == 302
    assert desk.plan() == before
    session_end(session=desk.night.session, user=dee)
    page = desk.index()
    assert f"{desk.base}turned/" in page and f"{desk.base}late/" not in page
    assert desk.client.get(f"{desk.base}late/").status_code == 302
    assert desk.client.get(f"{desk.base}turned/").status_code == 200
    assert desk.client.get(f"{desk.base}nonsense/").status_code == 404


class Swiss:
    """A session of four rounds, with round 2 in play."""

    def __init__(self, session: Session, dee, commit, client: Client):
        self.session, self.dee, self.commit = session, dee, commit
        self.play()
        self.section = sections_of(session)[0]
        self.desk = Desk(client, self)

    def play(self):
        with self.commit(execute=True):
            for row in TableBoard.objects.filter(round__section__session=self.session, state="waiting"):
                enter_score(row, self.dee, f"4S S {9 + row.ns.number % 3}")

    def make(self, kind: str, **answers: str) -> str:
        with self.commit(execute=True):
            return self.desk.make(kind, **answers)

    def seated(self, number: int) -> set[int]:
        rows = Seating.objects.filter(round__section=self.section, round__number=number)
        return {c for row in rows.values_list("ns__number", "ew__number") for c in row if c}


@pytest.fixture
def swiss_of(club, dee, client, django_capture_on_commit_callbacks):
    client.force_login(dee)
    return lambda players: Swiss(swiss(club, dee, players), dee, django_capture_on_commit_callbacks, client)


def person(night: Swiss, number: int) -> str:
    return str(ContestantPerson.objects.get(contestant__section=night.section, contestant__number=number).pk)


@pytest.mark.parametrize("players", [8, 7])
def test_who_leaves_is_in_no_later_draw_and_the_scores_stay(swiss_of, players):
    night = swiss_of(players)
    night.make("leaves", who=person(night, 3))
    night.play()
    night.play()
    assert night.seated(2) == set(range(1, players + 1))
    assert night.seated(3) == night.seated(4) == set(range(1, players + 1)) - {3}
    assert problems(plan_of(night.section)) == []
    assert TableBoard.objects.filter(ns__number=3).exists() or TableBoard.objects.filter(ew__number=3).exists()


@pytest.mark.parametrize(("players", "all_there"), [(8, 9), (7, 8)])
def test_who_comes_late_is_in_every_later_draw(swiss_of, players, all_there):
    night = swiss_of(players)
    night.make("late", **{"name0": "Zed", "guest-name0": "Zed"})
    night.play()
    assert night.seated(3) == set(range(1, all_there + 1))
    assert night.seated(2) == set(range(1, players + 1))


def test_a_change_is_taken_back_with_the_people(swiss_of, caplog):
    """The table for the two new players is removed too. Nobody gets a message about this, and no error is raised."""
    night = swiss_of(8)
    before = Movement.objects.get()
    night.make("table", name0="Yan", name1="Zed", **{"guest-name0": "1", "guest-name1": "1"})
    assert Movement.objects.get().title == "Swiss (changed), 5 tables, 4 rounds of 1 board"
    with night.commit(execute=True):
        night.desk.client.post(f"{night.desk.base}undo/")
    assert not [line for line in caplog.records if line.levelname == "ERROR"]
    after = Movement.objects.get()
    assert (after.plan, after.title) == (before.plan, before.title)
    night.play()
    assert night.seated(3) == set(range(1, 9))


def test_rounds_are_dropped_and_added_with_their_boards_and_taken_back(swiss_of):
    night = swiss_of(8)
    assert "drawn when it comes" in night.desk.ask("anew", rounds="4"), "a new movement is no change of a Swiss"
    page = night.make("shorter", after="3")
    assert "stops after round 3" in page
    assert rounds_all(night.section) == 3
    night.desk.client.post(f"{night.desk.base}undo/")
    assert rounds_all(night.section) == 4
    night.make("longer", more="2")
    night.section.refresh_from_db()
    assert rounds_all(night.section) == 6
    assert night.section.board_set.boards.count() == 6
    for _ in range(6):
        night.play()
    night.section.refresh_from_db()
    assert (night.section.round_number, plan_of(night.section).rounds) == (6, 6)
