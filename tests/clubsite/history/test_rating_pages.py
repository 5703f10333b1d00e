"""Ratings and the craft of a play: which boards count for whom, when they are made again, and who may read them."""

import datetime
import json
import re
from collections import Counter
from datetime import timedelta
from html import unescape
from itertools import pairwise
from random import Random
from typing import Any

from django.test import Client
from django.utils import timezone

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.services.plays import play_analyse
from clubsite.clubs.models import Person
from clubsite.history.models import FittedScale, MatchRating, PlayDecisions, PlayerRating
from clubsite.history.pictures import CoursePoint, rating_pictures
from clubsite.history.selectors.ratings import matches_between_accounts
from clubsite.history.services import ratings_make, ratings_sweep
from clubsite.home.models import HomeMatch, HomeSeat, MatchState
from clubsite.home.services.matches import match_join
from clubsite.home.services.robots import clock_run
from clubsite.play.models import Play, PlayStatus
from clubsite.privacy.services import Left, account_delete, person_forget
from clubsite.rankings.services.publications import unpublish
from games.cards import parse_cards
from games.robots import choose
from games.seats import Seat
from scoring.ratings import fitted, hardness
from solver import Position, engine
from solver.strengths import STRENGTHS
from solver.verdicts.judge import CardPlay
from solver.verdicts.play_costs import (
    ROBOTS_FILE,
    CompleteTrick,
    blocked_suits,
    buried_tricks,
    costs_of,
    craft_of,
    robots_reference,
    sums_of,
    tricks_given,
    tricks_of,
)
from tests.clubsite.at_tables import act, look
from tests.clubsite.home.homes import a_device, both_ready, play_deal, ticket_of, two, waiting
from tests.clubsite.keeper.conftest import erased, imported
from tests.kit.aged import own_rows
from tests.kit.meanwhile import TRANSACTION, before_statement
from tests.kit.people import signed_in
from tests.needs import compiled_solver

MINE = "/me/rating/"


def url(person: Person) -> str:
    return f"/clubs/{person.club.slug}/players/{person.pk}/rating/"


def text_at(address: str, client: Client | None = None) -> str:
    body = (client or Client()).get(address).text
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body.partition("<main")[2])).split())


@compiled_solver
def test_a_rating_rests_on_the_decisions_of_closed_boards_by_their_hardness_and_the_page_says_so(rated, bo):
    for analysis in PlayAnalysis.objects.select_related("play"):
        entries = [*analysis.calls, *analysis.cards]
        for row in PlayDecisions.objects.filter(play=analysis.play):
            own = [entry for entry in entries if entry["by"] == row.player and entry.get("risk")]
            assert sum(number for number, _ in row.sums.values()) == len(own) > 0
            costs = sum(entry["points"] > 0 for entry in own)
            assert (sum(cost for _, cost in row.sums.values()) > 0) == (costs > 0)
    rating = PlayerRating.objects.get(person=bo)
    own = PlayDecisions.objects.filter(play__in=[row.play for row in rated], player="S")
    assert rating.boards == 3
    assert rating.decisions == sum(number for row in own for number, _ in row.sums.values())
    assert rating.low < rating.rate < rating.high
    assert [row[-1] for row in rating.course] == [3]
    assert not PlayerRating.objects.exclude(user=None).exists()
    body = text_at(url(bo))
    assert f"From {rating.decisions} decisions on 3 boards" in body
    assert f"95 % band {rating.low:.1f} to {rating.high:.1f}" in body
    assert "About as strong as the robot" in body
    assert all(name in body for name in ("first evening", "club player", "perfect"))
    profile = Client().get(f"/clubs/{bo.club.slug}/players/{bo.pk}/").text
    assert url(bo) in profile


def test_a_decision_with_nothing_at_stake_and_a_claim_are_left_out():
    entries = [
        {"by": "S", "a": "c:1N", "points": 420, "risk": 6.2},
        {"by": "S", "a": "c:P", "points": 0, "risk": 0.0},
        {"by": "S", "a": "p:HT", "points": 0, "risk": 2.0},
        {"by": "N", "a": "p:H2", "points": 50, "risk": 2.0},
        {"by": "S", "a": "claim:3", "points": 30},
    ]
    declaring, defending = hardness("declaring", 2), hardness("defending", 2)
    assert sums_of(entries, "S", "S") == {hardness("call", 6.2): (1, 9), declaring: (1, 0)}
    assert sums_of(entries, "N", "S") == {defending: (1, 2)}


def test_the_robots_are_those_of_the_solver():
    kept = json.loads(ROBOTS_FILE.read_text())["strengths"]
    now = {name: [strength.contract, strength.card] for name, strength in STRENGTHS.items()}
    assert kept == now, "write it again: bench/rating.py --reference solver/verdicts/robots.json"
    rates = list(fitted(robots_reference(), []).robots.values())
    assert rates == sorted(rates, reverse=True), "each robot gives away less than the one below it"
    assert rates[-1] == 0


@compiled_solver
def test_an_account_has_its_clubs_and_its_deals_at_home(rated, bo, cy):
    Person.objects.filter(pk=bo.pk).update(user=cy)
    match, south, north = two("solo")
    HomeSeat.objects.filter(match=match, player="S").update(user=cy)
    play_deal(match, south, north)
    assert play_analyse(Play.objects.filter(room=match.room, status="over").get().pk)
    ratings_make()
    assert PlayerRating.objects.get(user=cy).boards == 4
    assert PlayerRating.objects.get(person=bo).boards == 3
    assert "All your clubs and your games at home" in text_at(MINE, signed_in(cy))
    HomeMatch.objects.update(position={"setup": {}, "log": []})
    ratings_make()
    assert PlayerRating.objects.get(user=cy).boards == 3, "practice from the middle of a deal is no deal"


def out_of_time(game: str, south: Any, north: Any) -> tuple[str, str]:
    """Play a deal in which a robot takes over from one account after its first act. Return its player and the other."""
    deal = HomeMatch(first="S", seed="many decisions for both")
    seat = waiting(game, user=south, clock=3, same_deals=deal)
    friend = match_join(match=seat.match, name="Ann", device=a_device(), user=north)
    tickets = {"S": ticket_of(seat), "N": ticket_of(friend)}
    both_ready(seat.match, *tickets.values())
    late = Play.objects.get().turn
    other = "N" if late == "S" else "S"
    assert act(tickets[late], look(tickets[late])["view"]["legal"][-1]).ok
    Play.objects.update(opened_at=timezone.now() - timedelta(hours=1))
    while Play.objects.get().status == PlayStatus.LIVE:
        clock_run(match_id=seat.match_id)
        if (seen := look(tickets[other]))["table"]["state"] == "playing":
            assert act(tickets[other], choose(seen["view"], Random(1).choice), seen=seen).ok
    return late, other


@compiled_solver
def test_a_withdrawn_night_and_a_forgotten_person_do_not_count(rated, bo, night, dee):
    others = set(PlayerRating.objects.values_list("person", flat=True)) - {bo.pk}
    person_forget(person=bo)
    assert set(PlayerRating.objects.values_list("person", flat=True)) == others
    ratings_make()
    assert set(PlayerRating.objects.values_list("person", flat=True)) == others
    unpublish(session=night.session, user=dee)
    assert FittedScale.objects.get().stale
    ratings_make()
    assert not PlayerRating.objects.exists()


@compiled_solver
def test_what_a_robot_plays_for_a_person_without_time_is_not_theirs(cy, dee):
    late, other = out_of_time("solo", cy, dee)
    assert play_analyse(Play.objects.get().pk)
    ratings_make()
    analysis = PlayAnalysis.objects.get()
    risky = [entry["by"] for entry in [*analysis.calls, *analysis.cards] if entry.get("risk")]
    assert risky.count(late) > 3 and risky.count(other) > 3
    decisions = {row.player: sum(number for number, _ in row.sums.values()) for row in PlayDecisions.objects.all()}
    assert decisions == {late: 1, other: risky.count(other)}, "the opening bid was the last decision of the late player"
    users = {"S": cy, "N": dee}
    assert PlayerRating.objects.get(user=users[other]).decisions == risky.count(other)
    assert PlayerRating.objects.get(user=users[late]).decisions == 1


@compiled_solver
def test_the_sweep_makes_them_again_after_a_change_and_once_a_day(rated):
    assert not ratings_sweep()
    FittedScale.objects.update(made_at=timezone.now() - timedelta(hours=23))
    assert not ratings_sweep(), "nothing has changed"
    FittedScale.objects.update(stale=True)
    assert ratings_sweep() and not FittedScale.objects.get().stale
    FittedScale.objects.update(stale=True)
    assert not ratings_sweep(), "not again at once"
    FittedScale.objects.update(stale=False, made_at=timezone.now() - timedelta(hours=25))
    assert ratings_sweep(), "old boards fade"


def test_nothing_is_rated_where_nothing_was_played_nor_practice_nor_a_match_alone_or_without_account(cy, dee):
    assert not ratings_sweep()
    assert not FittedScale.objects.exists()
    a_match(cy, None, "S")
    practice = a_match(cy, dee, "S")
    practice.repeats = Play.objects.filter(room=practice.room).first()
    practice.save(update_fields=["repeats"])
    a_match(cy, cy, "S")
    ratings_make()
    assert not MatchRating.objects.exists()


@compiled_solver
def test_an_account_s_own_rating_is_for_nobody_else_and_goes_with_it(rated, bo, cy, dee):
    Person.objects.filter(pk=bo.pk).update(user=cy)
    assert "Bo" in text_at(url(bo), signed_in(cy))
    assert "3 boards" in text_at(MINE, signed_in(cy))
    ratings_make()
    assert "Nobody else sees this page" in text_at(MINE, signed_in(cy))
    assert "No rating yet" in text_at(MINE, signed_in(dee))
    assert "not known here who you are" in text_at(MINE)
    rows = own_rows("rating", cy.pk, bo.pk)
    assert [row["boards"] for row in rows] == [3, 3]
    assert {row["at"] for row in rows} == {"all clubs and at home", bo.club.name}
    account_delete(user=cy, left=Left.NOTHING)
    assert not PlayerRating.objects.exclude(user=None).exists()


def test_the_picture_has_a_band_and_names_that_do_not_touch():
    days = [datetime.date(2026, 1, day) for day in (5, 12, 19)]
    course = [CoursePoint(day, 5, 5 - width, 5 + width, 8) for day, width in zip(days, (4, 2, 1), strict=True)]
    wide, narrow = rating_pictures(course, {"perfect": 0.0, "expert": 0.1, "club player": 6.0, "beginner": 16.0})
    for picture in (wide, narrow):
        corners = [tuple(map(float, corner.split(","))) for corner in picture.band.split()]
        heights = [abs(corners[place][1] - corners[-1 - place][1]) for place in range(3)]
        assert heights == sorted(heights, reverse=True), "the band narrows"
        names = [text_at for _, _, text_at in picture.marks]
        assert all(below - above >= 17 for above, below in pairwise(names))
        assert picture.marks[0][0] == "perfect" and picture.marks[0][1] < picture.marks[-1][1] <= picture.height
        assert picture.bar is None and len(picture.days) == 2
    [alone, _] = rating_pictures(course[:1], {"perfect": 0.0, "beginner": 16.0})
    assert alone.band == "" and alone.bar is not None
    assert rating_pictures([], {}) == []


def a_match(south: Any, north: Any, winner: str | None) -> HomeMatch:
    """Return a finished match at home of one deal, at which these accounts sat."""
    match, bo, ann = two("umbrage")
    play_deal(match, bo, ann)
    for player, user in (("S", south), ("N", north)):
        HomeSeat.objects.filter(match=match, player=player).update(user=user)
    match.refresh_from_db()
    match.state, match.over_at, match.standing = MatchState.OVER, timezone.now(), match.standing | {"winner": winner}
    match.save(update_fields=["state", "over_at", "standing"])
    return match


def test_matches_between_accounts_are_rated_by_glicko_2(cy, dee):
    a_match(cy, dee, "S")
    assert ratings_sweep(), "a match alone is something to rate"
    won, lost = MatchRating.objects.get(user=cy), MatchRating.objects.get(user=dee)
    assert (round(won.rating), round(lost.rating)) == (1662, 1338)
    assert (won.game, won.matches) == ("umbrage", 1)
    assert "Umbrage" in text_at(MINE, signed_in(cy)) and "1662" in text_at(MINE, signed_in(cy))
    assert [row["rating"] for row in own_rows("match_rating", dee.pk)] == [1338]


def test_a_match_that_a_robot_helped_to_win_is_not_rated(cy, dee):
    late, other = out_of_time("whist_for_two", cy, dee)
    for winner, rated in ((late, 0), (None, 0), (other, 1)):
        HomeMatch.objects.update(state=MatchState.OVER, over_at=timezone.now(), standing={"winner": winner})
        assert sum(map(len, matches_between_accounts().values())) == rated


@compiled_solver
def test_a_person_who_is_forgotten_during_the_fit_gets_no_rating(rated, bo):
    others = set(PlayerRating.objects.values_list("person", flat=True)) - {bo.pk}
    with before_statement(TRANSACTION, lambda: person_forget(person=bo)):
        ratings_make()
    assert set(PlayerRating.objects.values_list("person", flat=True)) == others


def figures() -> list[tuple[Any, ...]]:
    rows = PlayerRating.objects.order_by("person__name_key", "decisions")
    return list(rows.values_list("person__name", "rate", "low", "high", "decisions", "boards", "course"))


@compiled_solver
def test_ratings_are_made_again_there_even_if_the_plays_can_no_longer_be_analysed(rated, bo):
    PlayAnalysis.objects.all().delete()  # as retention does, together with the logs
    before = figures()
    assert before
    file = erased(bo.club)
    ratings_make()
    assert not figures()
    imported(file)
    assert FittedScale.objects.get().stale, "they are made again within minutes, and not only the next day"
    FittedScale.objects.update(made_at=timezone.now() - timedelta(minutes=11))
    assert ratings_sweep()
    assert figures() == before


East = Seat.E


def position(n: str, e: str, s: str, w: str, leader: str, strain: str = "N") -> Position:
    return Position.of(tuple(parse_cards(text) for text in (n, e, s, w)), strain, leader)


def entries(start: Position, cards: str) -> list[dict[str, Any]]:
    """Return entries as in a `PlayAnalysis`, worked out by the solver. A trick is worth 30 points."""
    events = [{"seq": seq, "a": f"p:{card}"} for seq, card in enumerate(cards.split(), start=1)]
    return CardPlay(start, "S", lambda south: 30 * south, engine()).entries(events)


DISCARD = position("C4 HK", "HA D2", "CA H2", "C3 H3", "S")


def test_of_two_ends_the_one_that_cost_is_wrong_and_only_for_its_own_player_solo_16():
    craft = craft_of(DISCARD, entries(DISCARD, "CA C3 C4 HA H2 H3 HK D2"), "S")
    assert Counter(craft) == Counter(ends=1, wrong_ends=1, wrong_end_tricks=1)
    craft = craft_of(DISCARD, entries(DISCARD, "CA C3 C4 D2 H2 H3 HK HA"), "S")
    assert Counter(craft) == Counter(ends=1)
    assert not any(craft_of(DISCARD, entries(DISCARD, "CA C3 C4 HA H2 H3 HK D2"), "N").values())


BURIED = position("HK C5 C6", "D2 HA C2", "H2 SA S3", "H3 S2 D4", "S")


def turns(start: Position, cards: str) -> list[CompleteTrick]:
    return tricks_of(start, parse_cards(cards))


def test_an_honour_inside_that_would_have_won_the_trick_is_buried_and_no_other_solo_17():
    tricks = turns(BURIED, "H2 H3 HK D2")
    assert buried_tricks(tricks, "N", East) == tricks
    assert buried_tricks(tricks, "N", Seat.W) == []
    won = position("HJ C5 C6", "D2 HA C2", "HQ SA S3", "H3 S2 D4", "S")
    assert buried_tricks(turns(won, "HQ H3 HJ D2"), "N", East) == []
    lower = position("HA C5 C6", "D2 HK C2", "H2 SA S3", "H3 S2 D4", "S")
    assert buried_tricks(turns(lower, "H2 H3 HA D2"), "N", East) == []
    ruffed = position("C7 C5 C6", "D2 HA D3", "H2 SA S3", "H3 S2 D4", "S", "C")
    assert buried_tricks(turns(ruffed, "H2 H3 C7 D2"), "C", East) == []
    ten = position("H9 C5 C6", "D2 HT C2", "H2 SA S3", "H3 S2 D4", "S")
    assert buried_tricks(turns(ten, "H2 H3 H9 D2"), "N", East) == []
    at_end = position("HK C5 C6", "HA D2 H4", "H2 SA S3", "H3 S2 D4", "S")
    assert buried_tricks(turns(at_end, "H2 H3 HK H4"), "N", East) == []


BLOCKED = ("DA DK CA", "D2 HA C2", "S3 S4 S5", "D9 H3 D8", "E")


def test_a_winner_inside_a_dummy_on_lead_that_takes_no_trick_is_a_blocked_suit_if_nothing_else_reaches_it():
    tricks = turns(position(*BLOCKED), "D2 S3 D9 DA CA C2 S4 H3 DK HA S5 D8")
    assert blocked_suits(tricks, "N", East) == {"H"}
    assert buried_tricks(tricks, "N", East) == []
    assert blocked_suits(turns(position(*BLOCKED), "D2 S3 D9 DA"), "N", East) == set()
    tricks = turns(position(*BLOCKED, "D"), "D2 S3 D9 DA CA C2 S4 H3 DK HA S5 D8")
    assert blocked_suits(tricks, "D", East) == set()
    reached = position("DA H5 CA", "D2 HA C2", "S3 S4 S5", "D9 H3 D8", "E")
    assert blocked_suits(turns(reached, "D2 S3 D9 DA CA C2 S4 H3 H5 HA S5 D8"), "N", East) == set()
    both = position("DA DK CA", "D2 HA HK", "S3 S4 S5", "D9 H3 D8", "E")
    assert blocked_suits(turns(both, "D2 S3 D9 DA CA HK S4 H3 DK HA S5 D8"), "N", East) == set()


def test_costs_are_summed_of_one_player_and_only_choices_are_decisions():
    played = entries(DISCARD, "CA C3 C4 HA H2 H3 HK D2")
    south, north = costs_of(played, "S", "cards"), costs_of(played, "N", "cards")
    # South chose the lead and an END; the last card of each hand is no decision.
    assert south == {"cards": 2, "cards_free": 1, "cards_points": 30} and tricks_given(played, "S") == 1
    assert not any(north.values()) and tricks_given(played, "N") == 0
    call = {"seq": 1, "by": "S", "a": "c:P", "points": 120, "held": ["c:1C"], "of": 36}
    claim = {"seq": 2, "by": "S", "a": "claim:3", "points": 50, "tricks": 1, "held": ["claim:4"], "of": 1}
    assert costs_of([call, claim], "S", "cards") == {"cards": 1, "cards_free": 0, "cards_points": 170}
    assert tricks_given([call, claim], "S") == 1
    assert not any(costs_of([call, claim], "N", "cards").values())
