"""The lobby: members of a club meet whoever waits, a robot fills in meanwhile, and one tap seats two strangers."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubsite.core.refused import Refused
from clubsite.home.kept import matches_forget
from clubsite.home.models import Against, HomeMatch, MatchState
from clubsite.home.selectors.lobby import strength_here
from clubsite.home.selectors.matches import finished_plays
from clubsite.home.services.lobby import lobby_sweep, robot_fill, seat_take
from clubsite.home.services.matches import match_again, match_end
from clubsite.play.models import Play, PlaySeat, PlayStatus, SeatTicket
from tests.clubsite.at_tables import look, say_ready
from tests.clubsite.home.homes import a_device, both_ready, here, play_deal, waiting, waits
from tests.kit.aged import logs_aged
from tests.kit.pages import words
from tests.kit.people import part, signed_in


def sits_down(match: HomeMatch, name: str = "Ann", **facts) -> SeatTicket:
    return here(seat_take(match=match, **{"name": name, "device": a_device(), **facts}))


@pytest.fixture
def ann_north(club):
    return signed_in(part(club, "ann", "member"))


@pytest.fixture
def bo_waits(club):
    """Bo, a member of the club, in his browser, where he waits at Solo with the table on the screen."""
    browser = signed_in(part(club, "bo", "member"))
    assert browser.post("/play/wait/solo/").status_code == 302
    match = HomeMatch.objects.get()
    here(match.seats.get(player="S"))
    return browser, match


def test_one_tap_seats_two_members_who_did_not_know_each_other(ann_north, bo_waits):
    _, match = bo_waits
    page = words(ann_north.get("/play/"))
    assert "Sit down" in page and "Two Handed Solo Bridge" in page
    answer = ann_north.post(f"/play/lobby/{match.public_id}/")
    assert answer.status_code == 302 and answer["Location"].startswith("/seat/")
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING
    assert sorted(match.seats.values_list("player", "name")) == [("N", "ann"), ("S", "bo")]
    assert "Nobody waits for a partner" in words(ann_north.get("/play/lobby/"))


def test_nobody_sees_their_own_invitation_nor_one_who_left_and_a_stranger_sees_none(client, cy, bo_waits, ann_north):
    _, match = bo_waits
    for browser in (client, signed_in(cy)):
        page = words(browser.get("/play/"))
        assert "Sit down" not in page and "Wait for somebody" not in page
        assert browser.post(f"/play/lobby/{match.public_id}/").status_code == 404
        assert "members of a club wait" in words(browser.post("/play/wait/solo/", follow=True))
    assert HomeMatch.objects.count() == 1

    browser, match = bo_waits
    assert "Nobody waits" in words(browser.get("/play/lobby/"))
    here(match.seats.get(player="S"), False)
    assert "Nobody waits" in words(ann_north.get("/play/lobby/"))
    answer = ann_north.post(f"/play/lobby/{match.public_id}/", follow=True)
    assert "bo has just left" in words(answer)
    assert not match.seats.filter(player="N").exists()


def test_where_the_keeper_opens_it_everybody_meets_under_a_name(client, bo_waits, settings):
    settings.LOBBY_FOR_EVERYBODY = True
    _, match = bo_waits
    assert "Everybody sees here" in words(client.get("/play/"))
    # Without a name it is asked for first.
    assert client.post(f"/play/lobby/{match.public_id}/")["Location"] == f"/play/{match.code}/"
    assert client.post("/play/wait/umbrage/")["Location"] == "/play/new/umbrage/?against=anybody"
    assert client.post(f"/play/{match.code}/", {"name": "Cy"})["Location"].startswith("/seat/")
    assert match.seats.get(player="N").name == "Cy"


def test_a_robot_fills_in_and_says_what_becomes_of_its_deal(club):
    match, bo = waits(club)
    table = look(bo)["table"]
    assert table["state"] == "waiting" and "Members of your clubs see" in table["note"]
    assert robot_fill(match_id=match.pk) == 1
    assert robot_fill(match_id=match.pk) == 0, "once"
    table = look(bo)["table"]
    assert (table["state"], table["opponent"]["robot"], table["ready"]) == ("ready", True, ["N"])
    assert "nothing of what you played with it counts" in table["note"]
    both_ready(match, bo)
    table = play_deal(match, bo)["table"]
    assert table["state"] == "result" and table["sheet"]["lines"]


def test_a_person_takes_over_no_card_and_no_score_of_the_robots(club):
    match, bo = waits(club)
    robot_fill(match_id=match.pk)
    both_ready(match, bo)
    play_deal(match, bo, concede=True)
    both_ready(match, bo)
    live = Play.objects.get(status=PlayStatus.LIVE)
    ann = sits_down(match)
    live.refresh_from_db()
    assert live.status == PlayStatus.VOID, "the robot's deal is put aside"
    for ticket, other in ((ann, "Bo"), (bo, "Ann")):
        seen = look(ticket)
        assert (seen["view"], seen["play"]) == (None, None)
        table = seen["table"]
        assert (table["state"], table["opponent"]["name"], table["ready"]) == ("ready", other, [])
        assert table["sheet"]["lines"] == [] and table["board"] == 1 and "The robot has left" in table["note"]
    both_ready(match, bo, ann)
    match.refresh_from_db()
    assert finished_plays(match) == []
    dealt = list(Play.objects.filter(room=match.room).values_list("setup", flat=True))
    assert all(deal not in dealt[:place] for place, deal in enumerate(dealt)), "no cards come twice"
    play_deal(match, bo, ann, concede=True)
    match.refresh_from_db()
    assert len(finished_plays(match)) == 1 and len(match.standing["sheet"]["lines"]) == 1
    logs_aged(timezone.now() - timedelta(days=200))
    matches_forget(timezone.now() + timedelta(days=1))
    assert not any(table.objects.exists() for table in (HomeMatch, Play, PlaySeat, SeatTicket)), "nor is it kept"


def test_the_replay_of_a_robots_deal_is_not_shown_to_the_person_who_came(ann_north, bo_waits):
    browser, match = bo_waits
    bo = here(match.seats.get(player="S"))
    robot_fill(match_id=match.pk)
    both_ready(match, bo)
    play_deal(match, bo, concede=True)
    replay = f"/play/match/{match.public_id}/replay/1/"
    assert browser.get(replay).status_code == 200
    ann_north.post(f"/play/lobby/{match.public_id}/")
    assert ann_north.get(replay).status_code == 404
    assert browser.get(replay).status_code == 404


def test_a_match_with_the_robot_may_come_to_its_end_before_anybody_comes(club):
    match, bo = waits(club)
    robot_fill(match_id=match.pk)
    for deal in range(4):
        both_ready(match, bo)
        play_deal(match, bo, seed=deal, concede=True)
    both_ready(match, bo)
    match.refresh_from_db()
    assert match.state == MatchState.OVER
    with pytest.raises(Refused, match="is over"):
        sits_down(match)
    again = match_again(match=match)
    assert (again.against, again.state, again.clubs.get()) == (Against.ANYBODY, MatchState.WAITING, club)


def test_the_sweep_seats_a_robot_when_the_host_comes_back(club):
    match, _ = waits(club)
    lobby_sweep()
    assert not match.seats.filter(robot=True).exists(), "not in the first 20 seconds"
    HomeMatch.objects.update(created_at=timezone.now() - timedelta(seconds=21))
    host = match.seats.get(player="S")
    here(host, False)
    lobby_sweep()
    assert robot_fill(match_id=match.pk) == 0
    assert not match.seats.filter(robot=True).exists(), "nobody is there"
    here(host)
    lobby_sweep()
    assert match.seats.get(player="N").robot


def test_who_sits_down_elsewhere_waits_no_longer_nobody_opposite_themselves_and_two_who_met_play_on(club):
    anns, _ = waits(club, name="Ann", device=(device := a_device()))
    with pytest.raises(Refused, match="your own table"):
        seat_take(match=anns, name="Ann", device=device)
    bos, bo = waits(club)
    assert say_ready(bo).ok, "ready before anybody came"
    ann = sits_down(bos, device=device)
    anns.refresh_from_db()
    assert anns.state == MatchState.OVER
    assert look(ann)["table"]["ready"] == [] and not Play.objects.exists()
    match, _ = waits(club)
    ann = sits_down(match)
    match_end(match=match)
    assert look(ann)["table"]["rematch"] is False
    again = match_again(match=match)
    assert (again.against, again.state, again.seats.count()) == (Against.FRIEND, MatchState.PLAYING, 2)
    assert look(ann)["table"]["rematch"] is True


def test_waiting_anew_ends_the_invitation_before_it(bo_waits):
    browser, match = bo_waits
    browser.post("/play/wait/whist_for_two/")
    match.refresh_from_db()
    assert match.state == MatchState.OVER
    assert HomeMatch.objects.filter(state=MatchState.WAITING).get().game == "whist_for_two"
    assert "drawn" not in words(browser.get("/play/")), "an invitation that nobody took is no finished match"


def test_the_robot_is_about_as_strong_as_the_player(club):
    device = a_device()
    assert strength_here("solo", device) == "club" and strength_here("secret_card", device) == "club"
    seat = waiting(against="robot", device=device, strength="expert")
    assert strength_here("solo", device) == "club", "a match that is not over says nothing"
    now = timezone.now()
    for winner, strength in (("S", "perfect"), ("N", "tournament"), (None, "expert")):
        facts = {"standing": {"winner": winner}, "state": MatchState.OVER, "over_at": now}
        HomeMatch.objects.filter(pk=seat.match_id).update(**facts)
        assert strength_here("solo", device) == strength
    HomeMatch.objects.filter(pk=seat.match_id).update(position={"setup": {}, "log": []})
    assert strength_here("solo", device) == "club", "practice says nothing"


def test_the_options_of_an_open_table_can_be_chosen_by_those_who_may_wait_in_a_game_for_two(ann_north, client):
    assert ann_north.post("/play/wait/bridge_solitaire/").status_code == 404
    assert ann_north.post("/play/wait/chess/").status_code == 404

    assert "Whoever comes" in words(ann_north.get("/play/new/umbrage/"))
    assert "Whoever comes" not in words(client.get("/play/new/umbrage/"))
    facts = {"name": "Ann", "against": "anybody", "score": "chicago"}
    assert client.post("/play/new/umbrage/", facts).status_code == 422
    assert ann_north.post("/play/new/umbrage/", facts).status_code == 302
    match = HomeMatch.objects.get()
    assert (match.against, match.match_options["score"], match.clubs.count()) == ("anybody", "chicago", 1)


def test_a_table_at_which_somebody_sat_down_is_not_closed(keeper, bo_waits):
    _, match = bo_waits
    sits_down(match)
    for sent in (match.public_id, "unknown"):
        assert "It was not closed" in words(keeper.post("/admin/open-tables/", {"match": sent}, follow=True))
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING


def test_a_keeper_alone_sees_every_open_table_and_closes_one(client, ann_north, bo_waits, keeper, club):
    _, match = bo_waits
    assert client.get("/admin/open-tables/").status_code == 302
    assert ann_north.get("/admin/open-tables/").status_code == 403
    assert ann_north.post("/admin/open-tables/", {"match": match.public_id}).status_code == 403
    assert "Sit down: bo" in ann_north.get("/play/lobby/").text

    away, _ = waits(club, name="Bea")
    here(away.seats.get(player="S"), False)
    page = words(keeper.get("/admin/open-tables/"))
    assert f"bo. Two Handed Solo Bridge, table {match.code}" in page and f"For members of {club.name}" in page
    assert "Bea Without an account" in page and "The host is away" in page
    assert "Open tables" in words(keeper.get("/admin/"))
    closed = keeper.post("/admin/open-tables/", {"match": match.public_id}, follow=True)
    assert "The table is closed" in words(closed) and match.code not in words(closed)
    assert "Nobody waits" in words(ann_north.get("/play/lobby/"))
    assert look(SeatTicket.objects.get(seat__homeseat__match=match))["table"]["state"] == "finished"
    match.refresh_from_db()
    assert match.state == MatchState.OVER
