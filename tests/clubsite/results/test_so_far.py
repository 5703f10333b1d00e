"""A player's own place at their table: only while a director shows places, without cards or scores on boards."""

import json
import re
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import person_change
from clubsite.nights.models import TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.locks import changed
from clubsite.nights.services.rounds import round_force
from clubsite.play import relay
from clubsite.privacy.services import person_forget
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.selectors.leaderboard import seats_group
from clubsite.results.services import leaderboard_set
from movements.catalogue import build
from movements.plan import Plan
from tests.clubsite.listeners import nobody_listens
from tests.clubsite.play.seat_socket import SeatSocket, line_to
from tests.kit.typed_scores import enter_score
from tests.on_page import on_page

BO, FLO, ANN = 1, 2, 4
FEW = 6  # the claim, its session, what was ranked last (three), whether an event has it, today’s names


def play_round(night, user, number: int, tricks: int = 6):
    """Let each South make one trick more than South at the table before. This determines North's places too."""
    for row in TableBoard.objects.filter(round__section=night.section, round__number=number):
        made = tricks + row.ns.number
        enter_score(row, user, f"1N S {made}")
    results_sweep()


@pytest.fixture
def two_rounds(night, dee, on_commit):
    for number in (1, 2):
        with on_commit():  # the next round begins
            play_round(night, dee, number)
    return night


@pytest.fixture
def shown(two_rounds, dee):
    leaderboard_set(session=two_rounds.session, on=True, user=dee)
    return two_rounds


def asked(night, number: int):
    return night.phone(number).get(f"/seat/{night.tickets[number].public_id}/places/")


def test_nothing_is_shown_before_a_director_shows_the_places(two_rounds, dee):
    assert asked(two_rounds, BO).status_code == 204
    leaderboard_set(session=two_rounds.session, on=True, user=dee)
    assert asked(two_rounds, BO).status_code == 200
    leaderboard_set(session=two_rounds.session, on=False, user=dee)
    assert asked(two_rounds, BO).status_code == 204


def test_a_player_reads_their_place_among_those_of_their_line_and_no_card_contract_or_score_of_a_board(shown, dee):
    """There are two winners, and Bo is last of three Souths. The percentage has two decimals, as in the ranking."""
    places = asked(shown, BO).json()
    assert places["words"] == "You are 3rd of 3 South players with 0.00\N{NO-BREAK SPACE}%"
    assert asked(shown, ANN).json()["words"] == "You are 1st of 3 North players with 100.00\N{NO-BREAK SPACE}%"
    own = places["lists"][0]
    assert own["title"] == "South players" and places["lists"][1]["title"] == "North players"
    assert [(row["name"], row["you"]) for row in own["rows"]] == [("Gus", False), ("Flo", False), ("Bo", True)]
    assert (places["scores"], places["lines"], places["ended"]) == (6, 9, False)
    assert set(places) == {"words", "place", "of", "who", "figure", "scores", "lines", "ended", "lists"}
    assert all(set(row) == {"place", "name", "figure", "you"} for ranking in places["lists"] for row in ranking["rows"])
    at = f"/seat/{shown.tickets[BO].public_id}/places/"
    assert Client().get(at).status_code == shown.phone(FLO).get(at).status_code == 404, "for the seat's device alone"
    session_end(session=shown.session, user=dee)
    assert asked(shown, BO).json()["ended"] is True


def test_of_teams_it_is_the_team_s_place_by_victory_points(make_night, dee, django_assert_num_queries, monkeypatch):
    """Numbers 1 and 5 form team 1 of four. Both are told their team's place. The wall shows teams, not players."""
    night = make_night(players=8, plan=build("swiss-teams", 4))
    play_round(night, dee, 1)
    leaderboard_set(session=night.session, on=True, user=dee)
    places = asked(night, 1).json()
    assert re.fullmatch(r"Your team is \d\w\w( equal)? of 4 teams with [\d.]+\sVPs", places["words"])
    (teams,) = places["lists"]
    assert [row["name"] for row in teams["rows"] if row["you"]] == ["Bo and Hal"]
    shown = Client().get(f"/leaderboard/{night.session.public_id}/").text
    assert "Teams, victory points" in shown and "Bo and Hal" in shown and "All players" not in shown
    monkeypatch.setattr(Plan, "from_json", None)
    with django_assert_num_queries(FEW):
        assert asked(night, 5).json() == places, "no plan is read for it"


def test_before_their_first_comparison_they_read_when_there_will_be_one_and_open_rounds_count(night, dee):
    leaderboard_set(session=night.session, on=True, user=dee)
    places = asked(night, BO).json()
    assert places["place"] == "" and "has been played at two tables" in places["words"] and places["lists"] == []
    assert asked(night, BO).json()["lines"] == 3
    with nobody_listens():
        round_force(section=night.section, user=dee)
    assert asked(night, BO).json()["lines"] == 6


def names(answer) -> list[str]:
    return [row["name"] for ranking in answer.json()["lists"] for row in ranking["rows"]]


def test_the_places_are_made_once_for_all_seats_and_do_without_a_cache(shown, django_assert_num_queries, settings):
    first = asked(shown, BO)
    with django_assert_num_queries(FEW):
        other = asked(shown, FLO)
    assert sorted(names(first)) == sorted(names(other))
    assert (first.json()["place"], other.json()["place"]) == ("3rd", "2nd")
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    assert asked(shown, BO).json() == first.json(), "without Redis the cache never finds anything"


def test_what_is_ranked_since_is_shown_and_a_name_that_is_gone_from_the_club_is_gone_at_once(shown, dee):
    before = asked(shown, BO).json()
    row = TableBoard.objects.get(round__number=1, ns=shown.contestant(BO))
    enter_score(row, dee, "1N S 12", why="Typed wrong")
    results_sweep()
    after = asked(shown, BO).json()
    assert (before["figure"], after["figure"]) == ("0.00\N{NO-BREAK SPACE}%", "50.00\N{NO-BREAK SPACE}%")
    assert "Gus" in names(asked(shown, BO))
    person_forget(person=shown.session.club.people.get(name="Gus"), user=dee)
    person_change(person=shown.session.club.people.get(name="Flo"), name="Florence", number="", member=True, user=dee)
    row_names = names(asked(shown, BO))
    assert not {"Gus", "Flo"} & set(row_names) and {"A former player", "Florence"} < set(row_names)


@pytest.mark.django_db(transaction=True)
async def test_a_seat_hears_of_new_places_only_while_they_are_shown(night, dee):
    def score(table, tricks):
        row = TableBoard.objects.get(round__section=night.section, table__number=table)
        enter_score(row, dee, f"1N S {tricks}")
        results_sweep()

    async with SeatSocket(night.tickets[FLO], night.tokens[FLO]) as flo:
        await flo.hear("view")
        await sync_to_async(score)(1, 7)
        assert "changed" not in {message["t"] for message in await flo.everything()}
        await sync_to_async(leaderboard_set)(session=night.session, on=True, user=dee)
        assert "changed" in {message["t"] for message in await flo.everything()}
        await sync_to_async(score)(3, 8)
        assert "changed" in {message["t"] for message in await flo.everything()}
        await sync_to_async(leaderboard_set)(session=night.session, on=False, user=dee)
        assert "changed" in {message["t"] for message in await flo.everything()}, "it comes off Flo's table too"


def test_a_board_that_begins_somewhere_sends_nobody_for_the_places(two_rounds, dee, on_commit):
    session = two_rounds.session
    leaderboard_set(session=session, on=True, user=dee)

    def hints():
        with mock.patch.object(relay, "send") as sent, on_commit():
            changed(session)
        return sum(call.args[0] == seats_group(session.public_id) for call in sent.call_args_list)

    assert [hints(), hints()] == [1, 0]
    row = TableBoard.objects.filter(round__number=3).first()
    enter_score(row, dee, "1N S 7")
    results_sweep()
    assert [hints(), hints()] == [1, 0]
    with on_commit():
        session_end(session=session, user=dee)
    session.refresh_from_db()
    assert hints() == 0, "the end has told it itself"


@pytest.mark.django_db(transaction=True)
async def test_a_terminal_hears_that_something_has_changed_and_is_shown_as_connected(night, dee):
    ticket, token = night.tickets[BO], night.tokens[BO]
    async with SeatSocket(ticket, token, page="score/") as terminal:
        assert (await terminal.frame())["t"] == "changed"
        await sync_to_async(leaderboard_set)(session=night.session, on=True, user=dee)
        heard = await terminal.everything()
    assert {message["t"] for message in heard} == {"changed", "places", "pong"}
    await sync_to_async(ticket.refresh_from_db)()
    assert ticket.connected, "the next page's line is not there yet, and nobody is told that they have gone"


def leaderboard(night, rest: str = "") -> str:
    return f"/leaderboard/{night.session.public_id}/{rest}"


def test_a_director_puts_it_up_and_takes_it_down(two_rounds, dee, cy, client):
    at = f"/director/{two_rounds.session.public_id}/ranking/"
    client.force_login(cy)
    assert client.post(at + "wall/", {"show": "yes"}).status_code == 404
    client.force_login(dee)
    for rest in ("", "places/"):
        assert {browser.get(leaderboard(two_rounds, rest)).status_code for browser in (Client(), client)} == {404}
    assert client.post(at + "wall/", {"show": "yes"}).status_code == 302
    assert leaderboard(two_rounds) in client.get(at).text
    shown = on_page(Client().get(leaderboard(two_rounds)).text)
    assert "Bo" in shown and "Ann" in shown and "scores in" in shown
    client.post(at + "wall/", {"show": "yes"})
    client.post(at + "wall/", {"show": "no"})
    assert Client().get(leaderboard(two_rounds)).status_code == 404
    wall_actions = [AuditAction.LEADERBOARD_SHOWN, AuditAction.LEADERBOARD_HIDDEN]
    lines = AuditEntry.objects.filter(action__in=wall_actions).order_by("pk")
    assert [line.action for line in lines] == wall_actions


@pytest.mark.django_db(transaction=True)
async def test_its_socket_is_open_only_while_it_is_shown_and_hears_of_new_places(night, dee):
    async def connection():
        app = line_to(leaderboard(night, "socket/"))
        await app.send_input({"type": "websocket.connect"})
        return app

    assert (await (await connection()).receive_output(60))["type"] == "websocket.close"
    await sync_to_async(leaderboard_set)(session=night.session, on=True, user=dee)
    app = await connection()
    heard = [await app.receive_output(60), await app.receive_output(60)]
    assert heard[0]["type"] == "websocket.accept" and json.loads(heard[1]["text"]) == {"t": "changed"}

    def one_score():
        row = TableBoard.objects.filter(round__section=night.section).order_by("pk").first()
        enter_score(row, dee, "1N S 7")
        results_sweep()

    await sync_to_async(one_score)()
    assert json.loads((await app.receive_output(60))["text"]) == {"t": "changed"}
    await app.send_input({"type": "websocket.disconnect", "code": 1001})
    await app.wait(60)
