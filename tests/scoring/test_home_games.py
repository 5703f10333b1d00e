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


@pytest.mark.parametrize(("south", "points"), [(9, (3, None)), (7, (1, None)), (6, (None, 1)), (3, (None, 4))])
def test_sw_14_a_point_for_each_trick_over_six(south, points):
    assert rows(whist_now(south).sheet["lines"]) == [points]


def test_sw_20_the_tricks_that_end_a_game_and_more():
    at = whist_now(9, 3, 8)
    assert plain(at.sheet["lines"][0]["score_text"]) == "+3 to South"
    assert games(at) == [(5, 4, "S")]  # 3-0, 3-4, 5-4
    assert at.summary == "South has a game. Nothing scored in the second game yet"
    at = whist_now(10, 3, 13)  # 4-0, 4-4, and one of seven points needed
    assert games(at) == [(5, 4, "S")]
    assert plain(at.sheet["games"][0]["rows"][-1]["text"]) == "South 13 tricks, North 0 (6 points more than needed)"


WON_5_0_LOST_3_5_WON_5_4 = (11, 9, 3, 5, 9, 3, 8)  # 5-0; 3-0, 3-4, 3-5; 3-0, 3-4, 5-4


def test_sw_16_a_rubber_is_the_best_of_three_games_and_sw_20_its_points_are_plus_5():
    at = whist_now(*WON_5_0_LOST_3_5_WON_5_4)
    assert (at.over, at.totals, at.header) == (True, {"S": 2, "N": 1}, None)
    assert at.summary == "South wins the rubber by 2 games to 1"
    assert whist_now(2, 2).summary == "North wins the rubber by 2 games to 0"
    at = whist_now(*WON_5_0_LOST_3_5_WON_5_4, rubber_points="on")
    assert games(at) == [(5, 0, "S"), (3, 5, "N"), (5, 4, "S")]
    assert at.totals == {"S": 3 + 1 + 2, "N": 1}
    assert (at.over, at.winner, at.summary) == (True, "S", "South wins the rubber by 5 points, 6 to 1")


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


@pytest.mark.parametrize(
    ("first", "deal", "game"),
    [
        (whist(9), whist(8, honours={"N": 4}), (5, 0, "S")),  # the tricks end the game: no honours count
        (whist(9, honours={"N": 3}), whist(7, honours={"N": 3}), (4, 4, None)),
        (whist(9), whist(5, honours={"S": 4}), (5, 2, "S")),  # the honours end it
        # No honours for a side that was at one point short of game before the deal.
        (whist(10), whist(5, honours={"S": 4}), (4, 2, None)),
        (whist(10), whist(5, honours={"N": 3}), (4, 4, None)),
        (whist(3), whist(8, honours={"N": 4}), (2, 4, None)),
        (whist(3), whist(8, honours={"S": 3}), (4, 4, None)),
        (whist(4), whist(8, honours={"N": 3}), (2, 5, "N")),
        (whist(9), whist(7, honours={"S": 4}), (5, 0, "S")),  # at four only by these very tricks
    ],
)
def test_sw_18_honours_count_after_the_tricks_and_not_for_a_side_at_one_point_short(first, deal, game):
    assert games(honours_now(first, deal)) == [game]


def test_sw_18_honours_are_added_in_a_match_of_deals():
    assert honours_now(whist(7, honours={"N": 4}), match="deals_4").totals == {"S": 1, "N": 4}
    at = honours_now(whist(7, honours={"S": 3}), whist(7), match="deals_4")
    assert [(line["board"], line["S"], line["N"]) for line in at.sheet["lines"]] == [(1, 3, None), (2, 1, None)]
    assert plain(at.sheet["lines"][0]["text"]) == "South 7 tricks, North 6; honours"


@pytest.mark.parametrize(
    ("at", "winner", "summary"),
    [
        (whist_now(), None, "No deal is finished yet"),
        (whist_now(8, 5), None, "No game yet. 2 all in the first game"),
        (whist_now(8, match="game"), None, "South leads 2 to 0"),
        (whist_now(11, 2), None, "One game each. Nothing scored in the third game yet"),
        # Ended early, a match goes by games, then by points.
        (whist_now(11, 3, ended=True), "S", "South wins the unfinished rubber by 1 game to 0"),
        (whist_now(11, 2, 8, ended=True), "S", "South wins the unfinished game, 2 to 0"),
        (whist_now(8, ended=True, match="game"), "S", "South wins the unfinished game, 2 to 0"),
        (whist_now(11, 2, ended=True), None, "A draw"),
        (
            whist_now(11, 7, 2, ended=True, rubber_points="on"),
            "S",
            "South wins the unfinished rubber by 1 point, 3 to 2",
        ),
        (whist_now(11, 2, 8, ended=True, rubber_points="on"), "S", "South wins the unfinished game, 2 to 0"),
        (
            five_hundred("10N S 10", "7D N 7", ended=True),
            "S",
            "South wins the unfinished best of three games by 1 game to 0",
        ),
        (five_hundred("7D N 7", ended=True), "N", "North wins the unfinished game, 180 to 30"),
    ],
)
def test_who_leads_or_has_won_when_a_match_is_ended_early_is_shown(at, winner, summary):
    assert (at.winner, at.summary) == (winner, summary)


BIDS_OF_500 = [f"{level}{strain}" for level in range(6, 11) for strain in "SCDHN"]
VALUES = dict(zip(BIDS_OF_500, range(40, 521, 20), strict=True))


@pytest.mark.parametrize(("bid", "value"), VALUES.items())
def test_fh_9_and_25_a_made_bid_scores_its_value_a_failed_one_loses_it(bid, value):
    level = int(bid[:-1])
    assert five_hundred(f"{bid} S {level}").sheet["lines"][0]["S"] == (250 if level == 10 and value < 250 else value)
    assert five_hundred(f"{bid} N {level - 1}").sheet["lines"][0]["N"] == -value
    assert five_hundred(f"{bid} N 0").sheet["lines"][0]["N"] == -value


@pytest.mark.parametrize(
    ("deal", "south", "north"),
    [
        ("7D S 8", 180, 20), ("8S S 7", -240, 30), ("6S S 10", 250, None), ("8S S 10", 250, None),
        ("8C S 10", 260, None), ("7D S 7", 180, 30), ("7D S 6", -180, 40),
        ("MIS S 0", 250, None), ("MIS S 1", -250, None), ("MIS N 1", None, -250),  # FH-31: nothing for the defender
    ],
)  # fmt: skip
def test_fh_25_26_29_and_32_one_deal(deal, south, north):
    assert rows(five_hundred(deal).sheet["lines"]) == [(south, north)]


SOUTH_AT_460 = ("9N S 9", "6H N 6")  # 420, and four tricks as defender
AT_510 = (*SOUTH_AT_460, "6H N 5")
BOTH_REACH_510 = ("9N S 9", "9D N 9", "6D N 6", "6S S 6")


@pytest.mark.parametrize(
    ("out_on_tricks", "deals", "south", "north", "winner"),
    [
        ("no", ("9N S 9", "6D S 6"), 500, 50, "S"),
        ("no", AT_510, 510, 10, None),
        ("no", (*AT_510, "6S S 5"), 470, 60, None),
        ("no", (*AT_510, "6S S 6"), 550, 50, "S"),
        ("no", (*SOUTH_AT_460, "6H N 0", "6S S 5"), 520, 60, None),  # a failed contract wins nothing
        ("no", ("10N N 9",), 10, -520, "S"),
        ("no", ("10H N 9",), 10, -500, "S"),
        ("no", ("10D N 9",), 10, -480, None),
        ("no", ("8C S 8", "MIS S 0"), 510, 20, "S"),
        ("no", BOTH_REACH_510, 510, 510, "S"),  # the contractor comes first
        ("yes", BOTH_REACH_510, 510, 510, "S"),
        ("yes", AT_510, 510, 10, "S"),
        ("yes", (*SOUTH_AT_460, "6H N 6"), 500, 210, "S"),
        ("yes", ("10N N 5",), 50, -520, "S"),  # the contractor's loss comes before the defender is out
        ("cap_490", AT_510, 490, 10, None),
        ("cap_490", (*AT_510, "6S S 6"), 530, 50, "S"),
    ],
)
def test_fh_27_and_29_who_wins_a_game(out_on_tricks, deals, south, north, winner):
    at = five_hundred(*deals, match="one", out_on_tricks=out_on_tricks)
    assert (games(at), at.over, at.winner) == ([(south, north, winner)], winner is not None, winner)
    assert at.summary == f"South {'wins the game,' if winner else 'leads'} {south} to {north}"


def test_fh_27_cap_490_tricks_never_lift_a_score_above_it():
    at = five_hundred(*AT_510, "6H N 5", match="one", out_on_tricks="cap_490")
    assert rows(at.sheet["lines"])[-2:] == [(30, -100), (None, -100)]


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


def whist_outcome(**changes) -> Finished:
    return Finished({}, {}, {**whist(7).outcome, **changes})


@pytest.mark.parametrize(
    ("game", "deal", "message"),
    [
        *(("five_hundred_for_two", told(f"{bid} S 7"), "is no bid of 500") for bid in "5S 11S 7NT 7X 6".split()),
        ("five_hundred_for_two", told("6S S 11"), "11 is no number"),
        ("whist_for_two", whist_outcome(tricks={"S": 7, "N": 5}), "13 together, not 12"),
        ("whist_for_two", whist_outcome(tricks=7), "figures for S and N"),
        ("whist_for_two", whist_outcome(trumps="X"), "'X' is no trump suit"),
    ],
)
def test_what_no_deal_can_give_is_refused(game, deal, message):
    with pytest.raises(ScoreError, match=message):
        now(game, [deal], **({"honours": "on"} if game == "whist_for_two" else {}))
