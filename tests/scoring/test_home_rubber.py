"""Rubber bridge at home: above and below the line (SOLO-26b, UM-18 to UM-18d, BS-12, BS-12a, BS-13, BS-16)."""

import pytest

from games.wording import plain
from scoring.errors import ScoreError
from scoring.home import Finished, MatchStanding, in_words
from tests.scoring.home_deals import below, now, rows, told, umbrage, umbrage_now

# Spades A K Q J T in one hand; East holds four of hearts, West four aces but for spades.
HANDS = {
    "S": "SA SK SQ SJ ST H5 H4 H3 D5 D4 C5 C4 C3", "E": "HA HK HQ HJ D3 D2 C2 S9 S8 S7 D6 D7 D8",
    "N": "HT H9 H8 H7 DA DK DQ DJ CA CK CQ S2 S3", "W": "S4 S5 S6 H2 H6 DT D9 CJ CT C9 C8 C7 C6",
}  # fmt: skip
FOUR_ACES = {**HANDS, "W": HANDS["W"].replace("S4", "SA").replace("H2", "HA") + " DA CA"}


def solo(*deals: str, hands: dict[str, str] = HANDS, **options: str) -> MatchStanding:
    return now("solo", [told(deal, setup={"hands": hands}) for deal in deals], match="rubber", **options)


def test_a_published_rubber_is_lost_by_its_winners():
    """A complete sheet from a club's lesson. M and A (North) win the rubber with 880 against J and H (South)."""
    at = umbrage_now(
        "2H S 10", "4SX N 8", "3N N 10", "3S N 9", "2D N 6", "6HX S 13", "1N N 8", "3H N 9"
    )  # fmt: skip
    assert [plain(line["score_text"]) for line in at.sheet["lines"]] == [
        "+120 to South", "+300 to South", "+130 to North", "+90 to North", "+200 to South",
        "+1010 to South", "+70 to North", "+90 to North", "+500 to North",
    ]  # fmt: skip
    games = [[(60, None), (None, 100)], [(None, 90), (360, None)], [(None, 40), (None, 90)]]
    assert below(at) == list(zip(games, "NSN", strict=True))
    assert rows(at.sheet["above"]) == [
        (60, None), (300, None), (None, 30), (200, None), (100, None), (50, None), (500, None), (None, 30), (None, 500)
    ]  # fmt: skip
    assert at.totals == {"S": 1630, "N": 880}
    assert (at.over, at.winner, at.summary) == (True, "S", "South wins the rubber by 750 points")


def test_a_published_rubber_in_two_games():
    """N/S have a game of 100, a part-score of 70 and 20 above the line; E/W have 60 and 60. 1NT makes it 930 to 120."""
    at = umbrage_now("2S N 10", "3N S 9", "2C S 9", "1H S 7", "1N S 7")
    assert at.totals == {"S": 930, "N": 120}
    assert in_words(at.sheet["lines"][-1]) == {
        "board": None, "contract": None, "declarer": None, "text": "Rubber", "S": 700, "N": None,
        "score_text": "+700 to South",
    }  # fmt: skip


def test_bs_12_bs_16_example_1_scores_40_below_150_and_50_above():
    at = now("bridge_solitaire", [told("1CX S 7", honours={"S": 150}, jokers=1)])
    assert below(at) == [([(40, None)], None)]
    assert sorted(rows(at.sheet["above"])) == [(50, None), (150, None)]
    assert {row["text"] for row in at.sheet["above"]} == {"Doubled and made", "Honours"}
    assert at.totals == {"S": 240, "N": 0}
    line = at.sheet["lines"][0]
    assert (line["contract"], line["declarer"], line["text"]) == ("1CX", "S", "made 7 tricks; honours")


def test_bs_13_the_stock_scores_its_contracts_and_only_the_player_has_honours():
    at = now("bridge_solitaire", [told("2D N 8", honours={"S": 100}, jokers=0)])
    assert at.totals == {"S": 100, "N": 40}
    assert plain(at.sheet["lines"][0]["score_text"]) == "+100 to South, +40 to the stock"
    assert at.summary == "South leads by 60 points. No game yet, part-score 40 to 0 for the stock"


def test_bs_12a_a_rubber_against_the_stock_gives_700_and_nobody_deals():
    at = now("bridge_solitaire", [told("4HXX N 10", honours={"S": 0}), told("5D N 11", honours={"S": 0})])
    assert at.totals["N"] == 480 + 100 + 100 + 700
    assert (at.winner, at.summary) == ("N", "The stock wins the rubber by 1380 points")
    early = now("bridge_solitaire", [told("4H N 10", honours={"S": 0})])
    assert early.header == {"board": 2, "dealer": "", "vul": "EW"}


@pytest.mark.parametrize(
    ("deal", "south", "below_line"),
    [
        ("1C S 7", 20, 20), ("1H S 7", 30, 30), ("1N S 7", 40, 40), ("2N S 8", 70, 70), ("3N S 9", 100, 100),
        ("4S S 10", 120, 120), ("5C S 11", 100, 100), ("2SX S 8", 120 + 50, 120), ("2SXX S 8", 240 + 100, 240),
        ("1NX S 9", 80 + 50 + 200, 80), ("1NXX S 9", 160 + 100 + 400, 160), ("6C S 12", 120 + 500, 120),
        ("6N S 13", 190 + 30 + 500, 190), ("7D S 13", 140 + 1000, 140), ("7NXX S 13", 880 + 100 + 1000, 880),
    ],
)  # fmt: skip
def test_a_made_contract_not_vulnerable(deal, south, below_line):
    at = umbrage_now(deal)
    assert at.totals == {"S": south, "N": 0}
    assert below(at)[0][0] == [(below_line, None)]


@pytest.mark.parametrize(
    ("deal", "above"),
    [("2SX S 9", {50, 200}), ("2SXX S 9", {100, 400}), ("6C S 12", {750}), ("7D S 13", {1500}), ("1H S 9", {60})],
)
def test_a_made_contract_vulnerable(deal, above):
    at = umbrage_now("4S S 10", "4S N 10", deal)
    assert {row["S"] for row in at.sheet["above"] if row["board"] == 3} == above


@pytest.mark.parametrize(
    ("deal", "not_vulnerable", "vulnerable"),
    [
        ("4S S 9", 50, 100), ("4S S 7", 150, 300), ("4SX S 9", 100, 200), ("4SX S 8", 300, 500),
        ("4SX S 7", 500, 800), ("4SX S 6", 800, 1100), ("4SXX S 8", 600, 1000),
    ],
)  # fmt: skip
def test_undertricks_go_above_the_line_of_the_defender(deal, not_vulnerable, vulnerable):
    at = umbrage_now(deal)
    assert (rows(at.sheet["above"]), at.sheet["games"]) == ([(None, not_vulnerable)], [])
    at = umbrage_now("4S S 10", deal)
    assert rows(at.sheet["above"]) == [(None, vulnerable)]


def test_what_stands_above_the_line_says_why():
    at = umbrage_now("1S S 8", "1SXX N 9", "6C S 11", "6C S 12", "7C S 13")
    assert [(row["board"], row["text"]) for row in at.sheet["above"]] == [
        (1, "1 overtrick"), (2, "2 overtricks"), (2, "Redoubled and made"), (3, "1 undertrick"), (4, "Small slam"),
        (5, "Grand slam"), (None, "Rubber"),
    ]  # fmt: skip


def test_part_scores_add_up_to_a_game_and_a_line_is_ruled_for_both_but_not_for_99_or_for_overtricks():
    at = umbrage_now("2H S 8", "3C N 9", "1N S 7", "2N N 8")
    assert below(at) == [([(60, None), (None, 60), (40, None)], "S"), ([(None, 70)], None)]
    assert at.header == {"board": 5, "dealer": "S", "vul": "NS"}
    at = umbrage_now("3S S 13")
    assert at.header == {"board": 2, "dealer": "N", "vul": "None"}
    assert below(at) == [([(90, None)], None)]


@pytest.mark.parametrize(
    ("deals", "header", "above"),
    [
        (("6S S 12",), {"board": 2, "dealer": "N", "vul": "NS"}, [(500, None)]),  # not vulnerable before the deal
        (("4S N 10",), {"board": 2, "dealer": "N", "vul": "EW"}, []),
        (("4S N 10", "4S S 10"), {"board": 3, "dealer": "S", "vul": "All"}, []),
        (("PASS",), {"board": 2, "dealer": "N", "vul": "None"}, []),  # UM-6a
        (("4S S 10", "4S S 10"), None, [(700, None)]),  # UM-18b: two games are the rubber
        (("4S S 10", "4S N 10", "4S S 10"), None, [(500, None)]),
    ],
)
def test_um_6a_um_18b_vulnerability_is_that_before_the_deal_and_two_games_are_the_rubber(deals, header, above):
    at = umbrage_now(*deals)
    assert (at.header, at.over, rows(at.sheet["above"])) == (header, header is None, above)


def test_um_18a_undertricks_are_doubled_after_umbrage():
    at = now("umbrage", [umbrage("4SX S 8", by="S")])
    assert at.totals == {"S": 0, "N": 600}
    assert at.sheet["above"][0]["text"] == "2 undertricks, twice after umbrage"
    assert now("umbrage", [umbrage("4SX S 8")]).totals == {"S": 0, "N": 300}
    assert now("umbrage", [umbrage("4SXX N 8", by="SN")]).totals == {"S": 1200, "N": 0}, "on top of the redouble"
    for deal, by in (("4SX S 8", "N"), ("4S S 10", "S"), ("4S S 10", "SN")):
        assert now("umbrage", [umbrage(deal, by)]).totals == umbrage_now(deal).totals, "defenders', or made"


def test_um_18d_honours_of_both_players_by_option():
    deals = [umbrage("4S S 9", honours={"N": 150}), umbrage("4S S 10", honours={"S": 100})]
    at = now("umbrage", deals)
    assert at.totals == {"S": 120 + 100, "N": 50 + 150}
    assert now("umbrage", deals, honours="off").totals == {"S": 120, "N": 50}
    assert now("umbrage", deals, score="chicago").totals == {"S": 420, "N": 50}


@pytest.mark.parametrize(
    ("deal", "hands", "options", "south", "north"),
    [
        ("4S N 9", HANDS, {}, 50 + 150, 0),  # declarer or defender
        ("4H S 9", HANDS, {}, 100, 50),  # in the dummy
        ("2D N 8", HANDS, {}, 0, 40 + 100),  # A K Q J with North
        ("2C N 8", HANDS, {}, 0, 40),  # C A K Q are three, J and T with the dummy: not in one hand
        ("1N N 7", HANDS, {}, 0, 40),  # three aces at most
        ("1N S 7", FOUR_ACES, {}, 40, 150),
        ("4S N 9", HANDS, {"honours": "off"}, 50, 0),
    ],
)
def test_solo_26b_honours_in_one_hand_of_a_side_as_dealt(deal, hands, options, south, north):
    assert solo(deal, hands=hands, **options).totals == {"S": south, "N": north}


def test_solo_honours_need_the_hands():
    with pytest.raises(ScoreError, match="Deal 1: Honours need the four hands"):
        now("solo", [told("4S S 10")], match="rubber")
    with pytest.raises(ScoreError, match="'ZZ'"):
        solo("4S S 10", hands={**HANDS, "W": "ZZ"})


def test_an_unfinished_rubber_pays_300_for_the_only_game_and_100_for_the_only_part_score():
    at = umbrage_now("4S S 10", "2S N 8", ended=True)
    assert at.totals == {"S": 120 + 300, "N": 60 + 100}
    assert (at.over, at.header, at.summary) == (True, None, "South wins the unfinished rubber by 260 points")
    assert [line["board"] for line in at.sheet["lines"]] == [1, 2, None, None]


@pytest.mark.parametrize(
    ("deals", "totals"),
    [
        ((), {"S": 0, "N": 0}),
        (("4S S 9",), {"S": 0, "N": 50}),
        (("4S S 10", "4S N 10"), {"S": 120, "N": 120}),  # a game each: nothing for either
        (("2S S 8", "2S N 8"), {"S": 60, "N": 60}),  # both have part-scores
        (("2S S 8", "1N N 7"), {"S": 60, "N": 40}),
        (("2S S 8", "4S N 10"), {"S": 60, "N": 420}),  # a part-score of a finished game is none
        (("4S S 10", "4S S 10"), {"S": 940, "N": 0}),  # it was finished
    ],
)
def test_an_unfinished_rubber_without_a_bonus(deals, totals):
    assert umbrage_now(*deals, ended=True).totals == totals


@pytest.mark.parametrize(
    ("deals", "ended", "summary"),
    [
        ((), False, "No deal is finished yet"),
        (("PASS",), False, "Level on points. No game yet"),
        (("4S N 10",), False, "North leads by 120 points. North has a game"),
        (
            ("4S S 10", "4S N 10", "2S S 8", "1N N 7"),
            False,
            "South leads by 20 points. One game each, part-score 60 to 40 for South",
        ),
        (("4S S 10", "7N S 4", "1N N 7", "4S S 10"), False, "A draw"),  # 120 + 120 + 700 against 900 + 40
        ((), True, "A draw"),
    ],
)
def test_who_leads_a_rubber_is_shown(deals, ended, summary):
    assert umbrage_now(*deals, ended=ended).summary == summary


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [({"vul": "All"}, "Deal 1: its vul was 'None'"), ({"dealer": "N"}, "Deal 1: its dealer was 'S'")],
)
def test_a_deal_that_was_not_the_next_is_refused(setup, sentence):
    with pytest.raises(ScoreError, match=sentence):
        now("umbrage", [Finished(setup, {}, umbrage("PASS").outcome)])
    with pytest.raises(ScoreError, match="Deal 3: the match was over after deal 2"):
        umbrage_now("4S S 10", "4S S 10", "4S S 10")
