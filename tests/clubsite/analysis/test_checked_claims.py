"""Claims checked against the exact value (right, too high, too low), at a club and at home, and players' messages."""

from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone

from clubsite.analysis import tasks
from clubsite.analysis.services import plays
from clubsite.core import jobs
from clubsite.home.models import HomeMatch
from clubsite.home.services.robots import lounge_sweep, robot_play
from clubsite.nights.models import ClaimChecking, Session
from clubsite.nights.services.tables import table_advance
from clubsite.play.models import Play, PlayStatus, SeatTicket
from games.wording import plain
from solver import OutOfNodes
from tests.clubsite.at_tables import act, look, say_ready
from tests.clubsite.home.homes import both_ready, fix_the_lot, pair, ticket_of, waiting
from tests.kit.claims import brought_to_a_claim
from tests.kit.remembered import remembered
from tests.needs import compiled_solver


@pytest.fixture
def make_table(make_night):
    def make(checked):
        night = make_night()
        return _brought_to_a_claim(night.tickets[1], night.tickets[4], night.place(1).room_id, str(checked))

    return make


@remembered
def _brought_to_a_claim(bo, ann, room_id, checked):
    Session.objects.update(claim_checking=checked)
    assert say_ready(bo).ok and say_ready(ann).ok
    table_advance(room_id=room_id)
    return brought_to_a_claim({"S": bo, "N": ann})


@pytest.fixture
def table(make_table):
    made = make_table(ClaimChecking.EXACT)
    assert 0 < made.south < made.left, "a claim can be one too many and one too few"
    return made


def test_a_right_claim_is_accepted_and_both_see_how_many(table):
    assert act(table.seats["S"], f"claim:{table.south}").ok
    assert table.check()
    assert table.refresh().status == PlayStatus.OVER and table.play.outcome["claimed"]
    sentence = f"Checked: South takes exactly {table.south} of the last {table.left}."
    assert [plain(look(ticket)["table"]["checked"]) for ticket in table.seats.values()] == [sentence, sentence]
    answer, claim = table.play.events.order_by("-seq")[:2]
    assert (claim.actor, claim.ticket_id) == ("S", table.seats["S"].pk)
    log = (answer.actor, answer.action, answer.ticket_id, answer.user_id)
    assert log == ("N", "accept", None, None), "the log says who answered"


def test_the_defenders_claim_is_counted_from_their_side(table):
    assert act(table.seats["N"], f"claim:{table.left - table.south}").ok
    assert table.check()
    assert table.refresh().status == PlayStatus.OVER


@pytest.mark.parametrize("too_many", ["one", "all"])
def test_a_claim_of_too_many_goes_back_and_tells_no_number_but_its_own(table, too_many):
    claimed = table.south + 1 if too_many == "one" else table.left
    assert act(table.seats["S"], f"claim:{claimed}").ok
    assert table.check()
    assert not table.check(), "two jobs answer once"
    assert table.play.events.filter(action="refuse").count() == 1
    seen = look(table.seats["N"])
    assert (table.refresh().status, seen["view"]["claim"]) == (PlayStatus.LIVE, None)
    assert plain(seen["table"]["checked"]) == f"Checked: South's claim of {claimed} was not proved."
    turn = seen["view"]["turn"]["player"]
    assert act(table.seats[turn], look(table.seats[turn])["view"]["legal"][0]).ok
    assert look(table.seats["N"])["table"]["checked"] == "", "it is said once"


@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_a_claim_of_too_few_is_the_opponents_to_take(table, answer):
    assert act(table.seats["S"], f"claim:{table.south - 1}").ok
    assert not table.check()
    seen = look(table.seats["N"])
    assert seen["view"]["claim"]["takes"] == table.south - 1
    assert seen["table"]["checked"] == "", "nobody is told why it waits"
    assert act(table.seats["N"], answer).ok
    assert look(table.seats["S"])["table"]["checked"] == "", "a person has answered"


def test_a_search_that_is_not_done_leaves_the_claim_to_the_opponent(table, monkeypatch):
    assert act(table.seats["S"], f"claim:{table.south}").ok
    monkeypatch.setattr(plays, "_most", mock.Mock(side_effect=OutOfNodes))
    assert not table.check()
    assert act(table.seats["N"], "accept").ok


@pytest.mark.parametrize("checked", ClaimChecking.values)
def test_claims_are_checked_only_where_the_club_says_so(checked, make_table):
    table = make_table(checked)
    assert act(table.seats["S"], f"claim:{table.left}").ok
    assert list(plays.club_claims_waiting()) == ([table.play] if checked == ClaimChecking.EXACT else [])
    sentence = look(table.seats["N"])["table"]["checked"]
    assert sentence == ("" if checked == ClaimChecking.EXACT else None)


def test_a_claim_asks_for_its_check_and_the_sweep_asks_again(table, monkeypatch, on_commit):
    dispatches: list[tuple[str, int]] = []
    monkeypatch.setattr(jobs, "_dispatch", lambda name, row, **_: dispatches.append((name, row)))
    with on_commit():
        assert act(table.seats["S"], f"claim:{table.south + 1}").ok
    assert ("analysis.check_claim", table.play.pk) in dispatches
    dispatches.clear()
    with on_commit():
        tasks.sweep()
    assert dispatches == [("analysis.check_claim", table.play.pk)]
    tasks.check_claim(table.play.pk)
    assert not plays.club_claims_waiting().exists()


def test_a_claim_that_waits_for_a_person_is_not_searched_for_ever(table, monkeypatch):
    assert act(table.seats["S"], f"claim:{table.south - 1}").ok
    Play.objects.filter(pk=table.play.pk).update(acted_at=timezone.now() - timedelta(minutes=5))
    monkeypatch.setattr(jobs, "enqueue", mock.Mock(side_effect=AssertionError("it was searched a moment ago")))
    plays.claims_ask(plays.club_claims_waiting())


@pytest.mark.parametrize("checked", [True, False])
def test_friends_at_home_choose(checked, monkeypatch, on_commit):
    seat, friend = pair(claims_checked=checked)
    bo, ann = ticket_of(seat), ticket_of(friend)
    both_ready(seat.match, bo, ann)
    table = brought_to_a_claim({"S": bo, "N": ann})
    names: list[str] = []
    monkeypatch.setattr(jobs, "_dispatch", lambda name, *_, **__: names.append(name))
    with on_commit():
        assert act(bo, f"claim:{table.left}").ok
    assert ("analysis.check_claim" in names) == checked
    names.clear()
    with on_commit():
        lounge_sweep()
    assert names == (["analysis.check_claim"] if checked else [])
    assert look(ann)["table"]["checked"] == ("" if checked else None)


@compiled_solver
def test_against_the_robot_the_check_comes_first_and_a_concession_is_the_robots_to_take(monkeypatch):
    fix_the_lot(monkeypatch)
    seat = waiting(against="robot", claims_checked=True)
    match, bo = seat.match, ticket_of(seat)
    for takes in ("13", "0"):
        _until_the_play(match, bo)
        assert act(bo, f"claim:{takes}").ok
        robot_play(match_id=match.pk)
        table = look(bo)["table"]
        if takes == "13":
            assert plain(table["checked"]) == "Checked: South's claim of 13 was not proved."
            while look(bo)["view"]["tricks"] == {"S": 0, "N": 0}:
                view = look(bo)["view"]
                assert act(bo, view["legal"][0]).ok
                robot_play(match_id=match.pk)
        else:
            assert (table["state"], table["checked"]) == ("result", ""), "the robot has accepted"


def _until_the_play(match: HomeMatch, bo: SeatTicket):
    for _ in range(20):
        robot_play(match_id=match.pk)
        view = look(bo)["view"]
        if view["phase"] == "play":
            return
        assert act(bo, "c:1N" if "c:1N" in view["legal"] else "c:P").ok
