"""Home matches of Whist for two (SW-3, SW-14 to SW-20) and 500 for two (FH-25 to FH-32)."""

import pytest

from games.wording import plain
from scoring.errors import ScoreError
from scoring.home import Finished, MatchStanding
from tests.scoring.home_deals import now, rows, told, whist


def whist_now(*souths: int, ended: bool = False, **options: str) -> MatchStanding:
    return now("whist_for_two", [whist(south) for south in souths], ended=ended, **options)


def five_hundred(*deals: str, ended: bool = False, **options: str) -> MatchStanding:
    return now("five_hundred_for_two", [told(deal) for deal in deals], ended=ended, **options)


def games(at: MatchStanding) -> list[tuple[int, int, str | None]]:
    return [(game["totals"]["S"], game["totals"]["N"], game["winner"]) for game in at.sheet["games"]]


# Whist


@pytest.mark.parametrize(("south", "points"), [(9, (3, None)), (7, (1, None)), (6, (None, 1)), (3, (None, 4))])
def test_sw_14_a_point_for_each_trick_over_six(south, points):
    assert rows(whist_now(south).sheet["lines"]) == [points]


def test_sw_20_south_9_tricks_is_plus_3():
    assert plain(whist_now(9).sheet["lines"][0]["score_text"]) == "+3 to South"


def test_sw_20_at_3_4_eight_tricks_are_the_game():
    at = whist_now(9, 3, 8)  # 3-0, 3-4, 5-4
    assert games(at) == [(5, 4, "S")]
    assert at.summary == "South has a game. Nothing scored in the second game yet"


def test_sw_20_at_4_4_thirteen_tricks_are_7_points_made_and_1_needed():
    at = whist_now(10, 3, 13)
    assert games(at) == [(5, 4, "S")]
    assert plain(at.sheet["games"][0]["rows"][-1]["text"]) == "South 13 tricks, North 0 (6 points more than needed)"


WON_5_0_LOST_3_5_WON_5_4 = (11, 9, 3, 5, 9, 3, 8)  # 5-0; 3-0, 3-4, 3-5; 3-0, 3-4, 5-4


def test_sw_20_rubber_points_of_5_0_3_5_5_4_are_plus_5():
    at = whist_now(*WON_5_0_LOST_3_5_WON_5_4, rubber_points="on")
    assert games(at) == [(5, 0, "S"), (3, 5, "N"), (5, 4, "S")]
    assert at.totals == {"S": 3 + 1 + 2, "N": 1}
    assert (at.over, at.winner, at.summary) == (True, "S", "South wins the rubber by 5 points, 6 to 1")


def test_sw_16_a_rubber_is_the_best_of_three_games():
    at = whist_now(*WON_5_0_LOST_3_5_WON_5_4)
    assert (at.over, at.totals, at.header) == (True, {"S": 2, "N": 1}, None)
    assert at.summary == "South wins the rubber by 2 games to 1"
    assert whist_now(2, 2).summary == "North wins the rubber by 2 games to 0"


def test_sw_3_and_sw_16_the_deal_alternates_right_through():
    played = [whist_now(*WON_5_0_LOST_3_5_WON_5_4[:n]).header for n in range(7)]
    assert [header["dealer"] for header in played if header] == ["S", "N", "S", "N", "S", "N", "S"]
    assert {header["vul"] for header in played if header} == {"None"}


def test_sw_15_points_above_are_lost_and_both_start_the_next_game_at_nothing():
    at = whist_now(9, 5, 13, 8)  # 3-0, 3-2, 5-2 with five lost; 2-0
    assert games(at) == [(5, 2, "S"), (2, 0, None)]
    assert at.summary == "South has a game. South leads 2 to 0 in the second game"


@pytest.mark.parametrize(("game", "deals"), [("5", 5), ("7", 7), ("10", 10)])
def test_sw_15_a_game_is_5_7_or_10_points(game, deals):
    assert not whist_now(*[7] * (deals - 1), match="game", game=game).over
    at = whist_now(*[7] * deals, match="game", game=game)
    assert (at.over, at.winner, at.totals) == (True, "S", {"S": deals, "N": 0})
    assert at.summary == f"South wins the game, {deals} to 0"
    assert at.sheet["title"] == f"Whist for two, game of {game}"


@pytest.mark.parametrize(("match", "deals"), [("deals_4", 4), ("deals_8", 8)])
def test_sw_16_a_number_of_deals_adds_up_all_odd_tricks(match, deals):
    at = whist_now(*[13, 2] * (deals // 2), match=match)
    assert (at.over, at.totals) == (True, {"S": 7 * deals // 2, "N": 5 * deals // 2})
    assert at.summary == f"South wins by {deals} points"
    assert whist_now(*[7, 6] * (deals // 2), match=match).summary == "A draw"
    assert whist_now(8, 7, match=match).summary == f"South leads by 3 points after 2 deals of {deals}"


@pytest.mark.parametrize(
    ("game", "loser", "worth"),
    [("5", 0, 3), ("5", 2, 2), ("5", 3, 1), ("7", 3, 2), ("7", 4, 1), ("10", 4, 2), ("10", 5, 1)],
)
def test_sw_17_a_game_is_worth_3_2_or_1_by_what_the_loser_has(game, loser, worth):
    lost = [6] * loser  # a point each to North
    at = whist_now(*lost, *[13] * (2 if game == "10" else 1), rubber_points="on", game=game)
    assert at.totals == {"S": worth, "N": 0}


def test_sw_17_the_rubber_is_2_more_and_only_a_rubber_has_rubber_points():
    assert whist_now(13, 13, rubber_points="on").totals == {"S": 3 + 3 + 2, "N": 0}
    assert whist_now(6, 13, rubber_points="on", match="game").totals == {"S": 5, "N": 1}


def honours_now(*deals: Finished, **options: str) -> MatchStanding:
    return now("whist_for_two", deals, honours="on", **options)


@pytest.mark.parametrize(("held", "points"), [(4, 4), (3, 2), (2, 0), (0, 0)])
def test_sw_18_four_honours_score_4_and_three_2(held, points):
    deal = whist(7, honours={"N": held})
    assert games(honours_now(deal)) == [(1, points, None)]
    assert games(now("whist_for_two", [deal])) == [(1, 0, None)]
    assert games(honours_now(whist(7, trumps="N", honours={"N": held}))) == [(1, 0, None)]


def test_sw_18_honours_count_after_the_tricks():
    """If the tricks end the game, the honours do not count. Otherwise the honours may end the game themselves."""
    at = honours_now(whist(9), whist(8, honours={"N": 4}))
    assert games(at) == [(5, 0, "S")]
    at = honours_now(whist(9, honours={"N": 3}), whist(7, honours={"N": 3}))
    assert games(at) == [(4, 4, None)]
    at = honours_now(whist(9), whist(5, honours={"S": 4}))
    assert games(at) == [(5, 2, "S")]
    assert rows(at.sheet["lines"]) == [(3, None), (2, 2)]


def test_sw_18_no_honours_for_a_side_at_one_point_short_of_game_before_the_deal():
    assert games(honours_now(whist(10), whist(5, honours={"S": 4}))) == [(4, 2, None)]
    assert games(honours_now(whist(10), whist(5, honours={"N": 3}))) == [(4, 4, None)]
    assert games(honours_now(whist(3), whist(8, honours={"N": 4}))) == [(2, 4, None)]
    assert games(honours_now(whist(3), whist(8, honours={"S": 3}))) == [(4, 4, None)]
    assert games(honours_now(whist(4), whist(8, honours={"N": 3}))) == [(2, 5, "N")]
    # At four only by these very tricks: it was not there before the deal.
    assert games(honours_now(whist(9), whist(7, honours={"S": 4}))) == [(5, 0, "S")]


def test_sw_18_honours_are_added_in_a_match_of_deals():
    assert honours_now(whist(7, honours={"N": 4}), match="deals_4").totals == {"S": 1, "N": 4}
    at = honours_now(whist(7, honours={"S": 3}), whist(7), match="deals_4")
    assert [(line["board"], line["S"], line["N"]) for line in at.sheet["lines"]] == [(1, 3, None), (2, 1, None)]
    assert plain(at.sheet["lines"][0]["text"]) == "South 7 tricks, North 6; honours"


def test_a_whist_match_ended_early_goes_by_games_then_by_points():
    assert whist_now(11, 3, ended=True).summary == "South wins the unfinished rubber by 1 game to 0"
    assert whist_now(11, 2, 8, ended=True).summary == "South wins the unfinished game, 2 to 0"
    assert whist_now(8, ended=True, match="game").winner == "S"
    level = whist_now(11, 2, ended=True)
    assert (level.over, level.winner, level.summary) == (True, None, "A draw")
    at = whist_now(11, 7, 2, ended=True, rubber_points="on")
    assert (at.totals, at.winner) == ({"S": 3, "N": 2}, "S")
    assert at.summary == "South wins the unfinished rubber by 1 point, 3 to 2"
    assert whist_now(11, 2, 8, ended=True, rubber_points="on").summary == "South wins the unfinished game, 2 to 0"


def test_who_leads_at_whist_is_told():
    assert whist_now().summary == "No deal is finished yet"
    assert whist_now(8, 5).summary == "No game yet. 2 all in the first game"
    assert whist_now(8, match="game").summary == "South leads 2 to 0"
    assert whist_now(11, 2).summary == "One game each. Nothing scored in the third game yet"


# 500


VALUES = {
    "6S": 40, "6C": 60, "6D": 80, "6H": 100, "6N": 120, "7S": 140, "7C": 160, "7D": 180, "7H": 200, "7N": 220,
    "8S": 240, "8C": 260, "8D": 280, "8H": 300, "8N": 320, "9S": 340, "9C": 360, "9D": 380, "9H": 400, "9N": 420,
    "10S": 440, "10C": 460, "10D": 480, "10H": 500, "10N": 520,
}  # fmt: skip


@pytest.mark.parametrize(("bid", "value"), VALUES.items())
def test_fh_9_and_25_a_made_bid_scores_its_value_a_failed_one_loses_it(bid, value):
    level = int(bid[:-1])
    assert five_hundred(f"{bid} S {level}").sheet["lines"][0]["S"] == (250 if level == 10 and value < 250 else value)
    assert five_hundred(f"{bid} N {level - 1}").sheet["lines"][0]["N"] == -value
    assert five_hundred(f"{bid} N 0").sheet["lines"][0]["N"] == -value


@pytest.mark.parametrize(
    ("deal", "south", "north"),
    [("7D S 8", 180, 20), ("8S S 7", -240, 30), ("6S S 10", 250, None), ("8S S 10", 250, None)],
)
def test_fh_29_one_deal(deal, south, north):
    assert rows(five_hundred(deal).sheet["lines"]) == [(south, north)]


def test_fh_25_all_ten_tricks_on_a_bid_of_250_or_more_score_the_bid():
    assert five_hundred("8C S 10").sheet["lines"][0]["S"] == 260


def test_fh_26_the_defender_scores_ten_a_trick_made_or_not():
    assert rows(five_hundred("7D S 7", "7D S 6").sheet["lines"]) == [(180, 30), (-180, 40)]


def test_fh_29_south_at_420_makes_6d_and_wins_at_500():
    at = five_hundred("9N S 9", "6D S 6", match="one")
    assert games(at) == [(500, 10 + 40, "S")]
    assert (at.over, at.summary) == (True, "South wins the game, 500 to 50")


SOUTH_AT_460 = ("9N S 9", "6H N 6")  # 420, and four tricks as defender


def test_fh_29_south_at_460_takes_5_tricks_as_defender_and_has_510_but_no_win():
    at = five_hundred(*SOUTH_AT_460, "6H N 5", match="one")
    assert games(at) == [(510, 10 + 100 - 100, None)]
    assert (at.over, at.summary) == (False, "South leads 510 to 10")


def test_fh_27_who_passed_500_on_tricks_plays_on_until_he_makes_a_contract():
    failed = five_hundred(*SOUTH_AT_460, "6H N 5", "6S S 5", match="one")
    assert (failed.over, games(failed)) == (False, [(470, 10 + 50, None)])
    made = five_hundred(*SOUTH_AT_460, "6H N 5", "6S S 6", match="one")
    assert (made.winner, games(made)) == ("S", [(550, 10 + 40, "S")])


def test_fh_27_a_failed_contract_at_500_or_more_wins_nothing():
    at = five_hundred(*SOUTH_AT_460, "6H N 0", "6S S 5", match="one")
    assert (at.over, games(at)[0][0]) == (False, 520)


def test_fh_27_minus_500_loses():
    at = five_hundred("10N N 9", match="one")
    assert (at.over, at.winner, at.summary) == (True, "S", "South wins the game, 10 to -520")
    assert five_hundred("10D N 9", match="one").over is False
    assert five_hundred("10H N 9", match="one").winner == "S"


@pytest.mark.parametrize("option", ["no", "yes"])
def test_fh_27_the_contractor_comes_first_and_a_defender_cannot_win_on_the_same_deal(option):
    at = five_hundred("9N S 9", "9D N 9", "6D N 6", "6S S 6", match="one", out_on_tricks=option)
    assert games(at) == [(420 + 10 + 40 + 40, 10 + 380 + 80 + 40, "S")]
    assert at.summary == "South wins the game, 510 to 510"


def test_fh_27_out_on_tricks_yes_500_however_reached():
    at = five_hundred(*SOUTH_AT_460, "6H N 5", match="one", out_on_tricks="yes")
    assert (at.winner, games(at)) == ("S", [(510, 10, "S")])
    at = five_hundred(*SOUTH_AT_460, "6H N 6", match="one", out_on_tricks="yes")
    assert (at.winner, games(at)) == ("S", [(500, 210, "S")])


def test_fh_27_a_contractor_who_loses_comes_before_a_defender_who_is_out():
    at = five_hundred("10N N 5", match="one", out_on_tricks="yes")
    assert (at.winner, games(at)) == ("S", [(50, -520, "S")])


def test_fh_27_cap_490_tricks_never_lift_a_score_above_it():
    at = five_hundred(*SOUTH_AT_460, "6H N 5", match="one", out_on_tricks="cap_490")
    assert games(at) == [(490, 10, None)]
    assert rows(at.sheet["lines"])[-1] == (30, -100)
    at = five_hundred(*SOUTH_AT_460, "6H N 5", "6H N 5", match="one", out_on_tricks="cap_490")
    assert rows(at.sheet["lines"])[-1] == (None, -100)
    at = five_hundred(*SOUTH_AT_460, "6H N 5", "6S S 6", match="one", out_on_tricks="cap_490")
    assert (at.winner, games(at)[0][0]) == ("S", 530)


def test_fh_28_a_match_is_best_of_three_both_starting_each_at_nothing():
    at = five_hundred("10N S 10")
    assert (at.over, at.totals, games(at)) == (False, {"S": 1, "N": 0}, [(520, 0, "S")])
    assert at.summary == "South has a game. Nothing scored in the second game yet"
    at = five_hundred("10N S 10", "10N N 9", ended=False)
    assert (at.over, at.winner, at.totals) == (True, "S", {"S": 2, "N": 0})
    assert at.summary == "South wins the best of three games by 2 games to 0"
    at = five_hundred("10N S 10", "10N N 10", "6S S 6")
    assert at.summary == "One game each. 40 all in the third game"


def test_fh_28_the_deal_alternates_and_fh_11_a_thrown_in_deal_scores_nothing():
    dealers = [five_hundred(*["10N S 10", "PASS", "6S N 6"][:n]).header for n in range(4)]
    assert [header["dealer"] for header in dealers if header] == ["S", "N", "S", "N"]
    assert rows(five_hundred("PASS").sheet["lines"]) == [(None, None)]
    assert five_hundred("PASS").sheet["games"] == []


@pytest.mark.parametrize(
    ("deal", "points"), [("MIS S 0", (250, None)), ("MIS S 1", (-250, None)), ("MIS N 1", (None, -250))]
)
def test_fh_31_and_32_misere_is_250_and_no_tricks_for_the_defender(deal, points):
    assert rows(five_hundred(deal).sheet["lines"]) == [points]


def test_fh_32_a_made_misere_may_win_the_game():
    assert five_hundred("8C S 8", "MIS S 0", match="one").winner == "S"


def test_a_500_match_ended_early_goes_by_games_then_by_points():
    assert five_hundred("10N S 10", "7D N 7", ended=True).summary == (
        "South wins the unfinished best of three games by 1 game to 0"
    )
    assert five_hundred("7D N 7", ended=True).summary == "North wins the unfinished game, 180 to 30"


@pytest.mark.parametrize("contract", ["5S", "11S", "7NT", "7X", "6"])
def test_no_bid_of_500(contract):
    with pytest.raises(ScoreError, match="is no bid of 500"):
        five_hundred(f"{contract} S 7")


def test_tricks_of_500_and_whist_must_add_up():
    with pytest.raises(ScoreError, match="11 is no number"):
        five_hundred("6S S 11")
    with pytest.raises(ScoreError, match="13 together, not 12"):
        now("whist_for_two", [Finished({}, {}, {**whist(7).outcome, "tricks": {"S": 7, "N": 5}})])
    with pytest.raises(ScoreError, match="figures for S and N"):
        now("whist_for_two", [Finished({}, {}, {**whist(7).outcome, "tricks": 7})])
    with pytest.raises(ScoreError, match="'X' is no trump suit"):
        honours_now(whist(7, trumps="X"))
