"""Matches scored by points at home: four deals, Chicago, the secret-card game, and solitaire scored as duplicate."""

import pytest

from games.wording import plain
from scoring.errors import ScoreError
from scoring.home import Finished, MatchStanding
from tests.scoring.home_deals import now, rows, told, umbrage, umbrage_now


def solo(*deals: str, first: str = "N", **options: str) -> MatchStanding:
    return now("solo", [told(deal) for deal in deals], first, **options)


def secret(*deals: str, first: str = "S", ended: bool = False, **options: str) -> MatchStanding:
    return now("secret_card", [told(deal) for deal in deals], first, ended, **options)


def header(at: MatchStanding) -> tuple[str, str]:
    return at.header["dealer"], at.header["vul"]


def headers(play: object, deals: list[str], **options: str) -> list[tuple[str, str]]:
    return [header(play(*deals[:n], **options)) for n in range(len(deals) + 1)]


def test_solo_26_four_deals_duplicate_scores_nobody_vulnerable():
    at = solo("3N S 9", "4S N 10", "2H S 6", "6C N 12")
    assert rows(at.sheet["lines"]) == [(400, None), (None, 420), (None, 100), (None, 920)]
    assert at.totals == {"S": 400, "N": 1440}
    assert (at.over, at.winner, at.header) == (True, "N", None)
    assert at.summary == "North wins by 1040 points"
    assert at.sheet["title"] == "Two Handed Solo Bridge, 4 deals"


def test_solo_26a_a_passed_out_deal_is_one_of_the_four_and_equal_is_a_draw():
    at = solo("PASS", "3N S 9", "3N N 9")
    assert at.header == {"board": 4, "dealer": "W", "vul": "None"}
    assert rows(at.sheet["lines"])[0] == (None, None)
    at = solo("PASS", "3N S 9", "3N N 9", "PASS")
    assert (at.over, at.winner, at.summary) == (True, None, "A draw")


def test_solo_10a_the_deal_goes_round_n_e_s_w_in_a_rubber_after_a_passed_out_deal_too():
    deals = ["1S S 7"] * 3
    assert headers(solo, deals) == [("N", "None"), ("E", "None"), ("S", "None"), ("W", "None")]
    assert [header(solo(*deals[:n], first="S"))[0] for n in range(4)] == ["S", "W", "N", "E"]
    setup = {"hands": {"N": "SA", "E": "S2", "S": "S3", "W": "S4"}}
    rubber = [told(deal, setup=setup) for deal in ("PASS", "1S S 6", "PASS", "1H S 6")]
    at = [now("solo", rubber[:n], "N", match="rubber", passed_out="redeal") for n in range(5)]
    assert [header(standing)[0] for standing in at] == ["N", "E", "S", "W", "N"]


@pytest.mark.parametrize(("match", "more"), [("four_deals", 0), ("chicago", 0), ("boards_6", 2), ("boards_8", 4)])
def test_solo_26a_or_is_dealt_again_by_option(match, more):
    at = solo("PASS", passed_out="redeal", match=match)
    assert at.header == {"board": 2, "dealer": "N", "vul": "None"}
    assert at.sheet["lines"][0]["text"] == "Passed out; dealt again"
    assert at.summary == "No deal has counted yet"
    deals = ["1S S 7", "PASS", *["1S S 7"] * more, "1S S 7", "PASS", "1S S 7"]
    whole = solo(*deals, passed_out="redeal", match=match)
    assert not whole.over and whole.header is not None and whole.header["dealer"] == "NESW"[(3 + more) % 4]


def test_solo_chicago_has_each_player_vulnerable_once_alone():
    """Vulnerability is as on boards 1 to 4 at a club. E and S, who deal boards 2 and 3, are both South's hands."""
    expected = [("N", "None"), ("E", "NS"), ("S", "EW"), ("W", "All")]
    assert headers(solo, ["1S S 7"] * 3, match="chicago") == expected
    assert header(solo("1S S 7", first="S", match="chicago")) == ("W", "EW")


def test_um_18c_duplicate_with_nobody_the_dealer_twice_then_both_vulnerable_and_um_6a_a_thrown_in_deal_again():
    deals = ["2S S 8", "4S N 10", "2S S 8", "6N S 12"]
    assert headers(umbrage_now, deals[:3], score="chicago") == [("S", "None"), ("N", "EW"), ("S", "NS"), ("N", "All")]
    at = umbrage_now(*deals, score="chicago")
    assert rows(at.sheet["lines"]) == [(110, None), (None, 620), (110, None), (1440, None)]
    assert header(umbrage_now("1S S 7", "PASS", score="chicago")) == ("N", "EW"), "by the same dealer"
    assert at.summary == "South wins by 1040 points"


def test_um_18a_doubles_undertricks_at_chicago_too_and_where_part_scores_are_carried():
    at = now("umbrage", [umbrage("4SX S 8", by="S")], score="chicago")
    assert at.totals == {"S": 0, "N": 600}
    assert at.sheet["lines"][0]["text"] == "2 down; twice after umbrage"
    assert now("umbrage", [umbrage("1S N 5", by="N")], score="chicago", part_scores="carried").totals["S"] == 200


def carried(*deals: str) -> MatchStanding:
    return umbrage_now(*deals, score="chicago", part_scores="carried")


def test_um_18c_carried_part_scores_add_up_to_a_game_by_the_vulnerability_of_its_deal():
    at = carried("2S S 8", "2S N 8", "1N S 8")
    # 60 and 40 are a game, with South vulnerable as dealer of the third: 40, an overtrick, 500.
    assert rows(at.sheet["lines"]) == [(60, None), (None, 60), (570, None)]
    assert at.sheet["lines"][0]["text"] == "made 8 tricks; 60 towards a game"
    assert at.sheet["lines"][2]["text"] == "made 8 tricks; a game"


def test_um_18c_a_carried_game_wipes_out_the_part_scores_of_both():
    at = carried("2S S 8", "4S N 10", "1N S 7", "2S S 8")
    assert rows(at.sheet["lines"]) == [(60, None), (None, 620), (40, None), (60 + 500, None)]
    at = carried("2S N 8", "4S N 10", "1N S 7", "1N N 7")
    assert rows(at.sheet["lines"])[-1] == (None, 140)
    assert at.sheet["lines"][2]["text"] == "made 7 tricks; 40 towards a game"


@pytest.mark.parametrize(
    ("deals", "south", "north"),
    [
        (("1N N 6", "1N N 6", "1N N 6", "2S S 8"), 160, None),  # 100 for a part-score in the last deal
        (("1N N 6", "1N N 6", "1N N 6", "4S S 10"), 620, None),
        (("1N N 6", "1N N 6", "1N N 6", "2SXX S 8"), 240 + 500 + 100, None),
        (("2SX S 7",), None, 100),
        (("2SX S 7", "PASS"), None, None),
        (("2SX S 7", "PASS", "6N N 12"), None, 190 + 750 + 500),
    ],
)
def test_um_18c_the_last_of_carried_deals(deals, south, north):
    at = carried(*deals)
    assert rows(at.sheet["lines"])[-1] == (south, north)
    assert at.over is (len(deals) == 4)


def test_sc_17_duplicate_scores_and_both_start_not_vulnerable():
    at = secret("2S S 8", "4S N 9")
    assert rows(at.sheet["lines"]) == [(110, None), (50, None)]
    assert plain(at.sheet["lines"][1]["score_text"]) == "+50 to South"
    assert at.sheet["kind"] == "points"


def test_sc_18c_vulnerability_in_a_row():
    games = ["4S S 10", "3N N 9", "5C S 11", "4H N 10", "6D N 12"]
    vuls = [vul for _, vul in headers(secret, games)]
    assert vuls == ["None", "NS", "All", "None", "EW", "None"]
    assert rows(secret(*games).sheet["lines"]) == [
        (420, None), (None, 400), (600, None), (None, 420), (None, 1370)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("deal", "vul"), [("2SX S 8", "NS"), ("1N S 12", "None"), ("4S S 9", "None"), ("6C S 12", "NS"), ("1NXX S 7", "NS")]
)
def test_sc_18b_a_game_is_100_trick_points_of_the_bid(deal, vul):
    assert header(secret(deal))[1] == vul


def test_sc_18_and_18a_the_winner_of_a_deal_is_a_next_or_a_alternates():
    at = [header(secret(*deals))[0] for deals in ([], ["4S S 10"], ["4S S 9"], ["4S N 10"], ["4S N 10", "1S N 6"])]
    assert at == ["S", "S", "N", "N", "S"]
    assert header(secret(first="N"))[0] == "N"
    assert [header(secret(*["4S S 10"] * n, next_a="alternate"))[0] for n in range(3)] == ["S", "N", "S"]


@pytest.mark.parametrize(("deals", "length"), [("8", 8), ("4", 4), ("12", 12), ("16", 16)])
def test_sc_18d_a_match_is_so_many_deals(deals, length):
    assert not secret(*["1S S 7"] * (length - 1), deals=deals).over
    at = secret(*["1S S 7"] * length, deals=deals)
    assert (at.over, at.winner, at.summary) == (True, "S", f"South wins by {80 * length} points")


def test_sc_18d_open_until_a_player_ends_it_and_equal_is_a_draw():
    deals = ["1S S 7"] * 17
    assert secret(*deals, deals="open").summary == "South leads by 1360 points after 17 deals"
    at = secret(*deals, deals="open", ended=True)
    assert (at.over, at.winner, at.header) == (True, "S", None)
    assert at.summary == "South wins by 1360 points after 17 deals"
    equal = secret("1S S 7", "1S N 7", "1S S 7", "1S N 7", deals="4")
    assert (equal.over, equal.winner, equal.summary) == (True, None, "A draw")
    assert secret("1S S 7", "1S N 7").summary == "All square after 2 deals of 8"
    assert secret("1S S 7", "1S N 7", ended=True).summary == "A draw after 2 deals"


def solitaire(*deals: str, **options: str) -> MatchStanding:
    return now("bridge_solitaire", [told(deal, honours={"S": 150}, jokers=0) for deal in deals], **options)


def test_bs_12a_duplicate_counts_no_honours_and_the_stock_scores():
    at = solitaire("4S S 10", "4S S 10", "4S N 10", "4S N 9", score="duplicate")
    assert rows(at.sheet["lines"]) == [(420, None), (620, None), (None, 620), (100, None)]
    assert (at.over, at.summary) == (True, "South wins by 520 points")
    assert (at.sheet["lines"][2]["contract"], at.sheet["lines"][2]["declarer"]) == ("4S", "N")


@pytest.mark.parametrize(("score", "rounds"), [("duplicate", 4), ("chicago", 1)])
def test_bs_12a_and_b_nobody_the_player_the_stock_and_both_are_vulnerable(score, rounds):
    at = [header(solitaire(*["1S S 7"] * n, score=score, deals="16")) for n in range(4 * rounds)]
    assert at == [("", vul) for vul in ("None", "NS", "EW", "All")] * rounds


def test_bs_12b_part_scores_carry_over_and_a_game_gets_its_bonus_at_once():
    """60 and 40 make a game, vulnerable 500; the stock's 60 of the same game are lost; the last part-score gets 100.

    Honours do not count.
    """
    at = solitaire("2S S 8", "2H N 8", "2C S 8", "2D N 8", score="chicago")
    assert rows(at.sheet["lines"]) == [(60, None), (None, 60), (40 + 300, None), (None, 40 + 100)]
    game = solitaire("2S S 8", "2C S 8", score="chicago")
    assert game.totals == {"S": 60 + 40 + 500, "N": 0}  # the player is vulnerable in the second deal
    assert solitaire("4S S 9", score="chicago").totals == {"S": 0, "N": 50}


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        ({}, "Deal 1: The outcome does not say its 'contract'"),
        ({"contract": "8S", "declarer": "S", "tricks": 9}, "'8S' is no contract"),
        ({"contract": "4S", "declarer": "E", "tricks": 9}, "'E' is no declarer"),
        ({"contract": "4S", "declarer": "S", "tricks": 14}, "14 is no number"),
        ({"contract": "4S", "declarer": "S", "tricks": True}, "True is no number"),
        ({"contract": "4S", "declarer": "S"}, "its 'tricks'"),
    ],
)
def test_an_impossible_deal_is_refused_in_words(outcome, sentence):
    with pytest.raises(ScoreError, match=sentence):
        now("secret_card", [Finished({}, {}, outcome)])
