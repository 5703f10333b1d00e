"""Card play and how it ends: BS-7 to BS-13b."""

from dataclasses import replace

import pytest

from games.calls import Contract
from games.variants.bridge_solitaire.play import turned_for
from games.variants.bridge_solitaire.state import SolitaireState
from tests.games.bridge_solitaire_positions import (
    BS,
    cards,
    cards_of,
    last_trick,
    play,
    playing,
    random_states,
    refused,
    tricks,
)

PLAIN = "SA SK SQ SJ S9 H7 H5 H4 H2 D6 D4 D2 C3"  # the stock bids 2C against it
WITH_JOKER = "SA SK SQ SJ S9 H7 H5 H4 H2 D6 D4 C3 JR"  # the stock bids 2C
TWO_JOKERS = "SA SK SQ SJ S9 S8 S7 S6 S5 S4 S3 JR JB"  # both jokers, eleven spades: the stock passes
FLAT = "SA SK SQ S4 HQ H5 H2 D6 D4 D2 C9 C3 C2"  # 4-3-3-3


def no_trump(hand: str, stock: str, **options: str) -> SolitaireState:
    """Return a state in which the player leads in no trump. The stock declares 1N, which it never does
    in a real deal.
    """
    state = playing(hand, "P", stock, **options)
    return replace(state, contract=Contract(1, "N", "", "N"))


def test_bs_7_the_defender_leads():
    own = BS.view(playing(PLAIN, "2S", "H9 C4"), "S")
    assert own["trick"] == {"number": 1, "leader": "N", "cards": [{"seat": "N", "card": "H9"}], "turned": []}
    assert own["more"]["stock"] == 33
    defending = BS.view(playing(PLAIN, "P", "H9 C4"), "S")
    assert defending["trick"] == {"number": 1, "leader": "S", "cards": [], "turned": []}
    assert defending["more"]["stock"] == 34


@pytest.mark.parametrize(
    ("hand", "call", "stock"),
    [
        (WITH_JOKER, "P", ""),
        ("SA SK SQ SJ S9 H7 H5 H4 H2 C6 C4 C3 JR", "2S", "D9"),
        (WITH_JOKER, "2S", "JB S3"),  # BS-7a
    ],
    ids=["leading", "without the suit", "to a joker led"],
)
def test_bs_7_leading_or_if_he_cannot_follow_he_plays_any_card_a_joker_included(hand, call, stock):
    state = playing(hand, call, stock)
    assert sorted(cards_of(state)) == sorted(hand.split())
    assert BS.view(state, "S")["why_not"] == {}


def test_bs_7a_to_a_joker_led_he_may_keep_his_own():
    after = play(playing(WITH_JOKER, "2S", "JB S3"), "p:C3")
    assert last_trick(after) == ("N", ["JB", "C3"], [], "N")
    assert "JR" in BS.view(after, "S")["hands"]["S"]["cards"]


def test_bs_7_following_he_must_follow_suit_if_he_can_and_a_joker_waits():
    state = playing(WITH_JOKER, "2S", "H9")
    assert sorted(cards_of(state)) == ["H2", "H4", "H5", "H7"]
    refused(state, "p:SA", "BS-7", "Hearts were led")
    refused(state, "p:JR", "BS-7a", "joker must wait")
    refused(state, "p:H3", "BS-7", "do not hold")
    assert BS.view(state, "S")["why_not"]["SA"] == "Hearts were led: you must follow suit"


@pytest.mark.parametrize(
    ("stock", "lead", "turned", "answer", "by"),
    [
        ("H9 D7 D8 S3", "SA", ["H9", "D7", "D8"], "S3", "S"),  # the suit led
        ("H9 D7 D8 ST", "S9", ["H9", "D7", "D8"], "ST", "N"),
        ("H9 D7 C5 S3", "SA", ["H9", "D7"], "C5", "N"),  # clubs are trumps
        ("H9 JB C5 S3", "SA", ["H9"], "JB", "N"),  # a joker
        ("S2 D7", "SA", [], "S2", "S"),  # at once
        ("S5 S6 H9 D7 C8", "C3", ["S5", "S6", "H9", "D7"], "C8", "N"),  # more than four
        ("ST HA D9 C7", "C3", ["ST", "HA", "D9"], "C7", "N"),  # BS-8a: to trumps only trumps and jokers fit
        ("ST HA D9 JB", "C3", ["ST", "HA", "D9"], "JB", "N"),
    ],
)
def test_bs_8_8a_in_a_trump_contract_it_turns_until_a_card_fits(stock, lead, turned, answer, by):
    state = playing(PLAIN, "P", stock)
    assert state.contract.text == "2C"
    assert last_trick(play(state, f"p:{lead}")) == ("S", [lead, answer], turned, by)


@pytest.mark.parametrize(
    ("stock", "turned", "answer", "by"),
    [
        ("C5 D7 H9 ST", ["C5", "D7", "H9"], "ST", "S"),
        ("C5 D7 H9 C8 ST", ["C5", "D7", "H9"], "C8", "S"),  # the fourth does not fit either
        ("C5 D7 JB C8 ST", ["C5", "D7"], "JB", "N"),
        ("ST C5", [], "ST", "S"),
    ],
)
def test_bs_8_in_no_trump_it_turns_four_at_most(stock, turned, answer, by):
    after = play(no_trump(FLAT, stock), "p:SA")
    assert last_trick(after) == ("S", ["SA", answer], turned, by)


def test_bs_8c_no_trump_with_fewer_than_four_cards_in_the_stock():
    assert turned_for(cards("C5 D7 H9"), cards("SA")[0], "N") == 3
    state = replace(no_trump(FLAT, ""), stock=cards("C5 D7 H9"))
    after = play(state, "p:SA")
    assert last_trick(after) == ("S", ["SA", "H9"], ["C5", "D7"], "S")
    assert after.phase == "over" and tricks(after) == (13, 0)


VOID = "SA SK SQ SJ S9 H7 H5 H4 H2 C6 C4 C3 JR"


@pytest.mark.parametrize(
    ("hand", "stock", "card", "winner"),
    [
        (WITH_JOKER, "JB H3", "SA", "N"),  # BS-9: a joker led wins against any card but the other joker
        (WITH_JOKER, "JB H3", "JR", "S"),
        (VOID, "DA", "JR", "N"),  # BS-9a: the player's joker loses the trick whatever else is in it
        (VOID, "D2", "JR", "N"),
    ],
)
def test_bs_9_9a_a_joker_led_by_the_stock_wins_and_the_players_loses_but_to_a_joker(hand, stock, card, winner):
    state = play(playing(hand, "2S", stock), f"p:{card}")
    assert last_trick(state) == ("N", [stock[:2], card], [], winner)
    assert tricks(state) == ((1, 0) if winner == "S" else (0, 1))


@pytest.mark.parametrize("call", ["P", "2S"])
@pytest.mark.parametrize("answer", ["JB", "D2", "C7"])
def test_bs_10_a_joker_led_by_the_player_loses_to_the_one_card_that_the_stock_turns(call, answer):
    first = "" if call == "P" else "H3 "
    state = playing(WITH_JOKER, call, f"{first}{answer} C5 ST")
    state = state if call == "P" else play(state, "p:H7")
    before = BS.view(state, "S")["more"]["stock"]
    after = play(state, "p:JR")
    assert last_trick(after) == ("S", ["JR", answer], [], "N")
    assert before - BS.view(after, "S")["more"]["stock"] == 2, "its card and its next lead"


NO_DIAMOND = "SA SK SQ SJ S9 H7 H5 H4 H2 C6 C4 C3 C2"


@pytest.mark.parametrize(
    ("hand", "call", "stock", "card", "winner"),
    [
        (PLAIN, "P", "S8", "S9", "S"), (PLAIN, "P", "ST", "S9", "N"), (NO_DIAMOND, "2H", "DA", "H2", "S"),
        (NO_DIAMOND, "2H", "DA", "SA", "N"),
    ],
)  # fmt: skip
def test_bs_8b_the_higher_card_or_a_trump_wins_and_a_discard_loses(hand, call, stock, card, winner):
    assert last_trick(play(playing(hand, call, stock), f"p:{card}"))[3] == winner


def used_up(jokers_left: str = "stock") -> SolitaireState:
    """Return a state in which spades are trumps and the player has eleven of them, so that the whole stock is turned
    up.
    """
    state = playing(TWO_JOKERS, "1S", "H9", jokers_left=jokers_left)
    assert state.contract.text == "1SXX"
    return play(state, "p:S3", "p:SA")


def test_bs_11_the_last_card_is_the_stocks_play_and_the_cards_left_are_tricks():
    state = used_up()
    leader, played, turned, by = last_trick(state)
    assert (leader, played[0], len(turned), by) == ("S", "SA", 32, "S")
    assert state.phase == "over" and state.stock == ()
    assert tricks(state) == (2 + 9, 2), "nine spades are the player's, two jokers the stock's"
    assert tricks(used_up("player")) == (13, 0), "by the option"
    assert BS.outcome(used_up("player"))["tricks"] == 13


def test_bs_11a_the_last_card_counts_though_it_does_not_fit_and_may_win_if_it_does():
    state = playing(PLAIN, "P")
    unfit = play(replace(state, stock=cards("H9 D7")), "p:SA")
    assert last_trick(unfit) == ("S", ["SA", "D7"], ["H9"], "S")
    assert tricks(unfit) == (13, 0)
    fitting = play(replace(state, stock=cards("H9 C4")), "p:SA")
    assert last_trick(fitting) == ("S", ["SA", "C4"], ["H9"], "N")
    assert tricks(fitting) == (12, 1) and fitting.phase == "over"


def test_bs_11a_a_last_card_that_the_stock_leads_is_followed_to_first():
    state = replace(playing(PLAIN, "2S", "H9"), stock=())
    assert state.phase == "play" and sorted(cards_of(state)) == ["H2", "H4", "H5", "H7"]
    after = play(state, "p:H2")
    assert after.phase == "over" and tricks(after) == (12, 1)


@pytest.mark.parametrize("number", range(1, 31))
def test_bs_11a_bs_12_the_winner_leads_next_until_thirteen_tricks_are_played_or_the_stock_is_used_up(number):
    for state, _ in random_states(number):
        view = BS.view(state, "S")
        if view["trick"] and view["last_trick"]:
            assert view["trick"]["leader"] == view["last_trick"]["winner"]
    assert len(view["history"]) == 13 or view["more"]["stock"] == 0
    assert sum(tricks(state)) == 13
    outcome = BS.outcome(state)
    assert outcome["tricks"] == tricks(state)["SN".index(outcome["declarer"])]


def test_bs_11b_the_current_trick_and_the_last_are_shown_with_the_cards_turned_or_by_option_every_trick():
    stock = "H9 D7 D8 S3 D5 HT S8"
    first, second = (play(playing(PLAIN, "P", stock), *done) for done in (["p:SA"], ["p:SA", "p:SK"]))
    assert BS.view(first, "S")["more"]["turned"] == ["H9", "D7", "D8"]
    view = BS.view(second, "S")
    assert view["more"]["turned"] == view["last_trick"]["turned"] == ["D5", "HT"]
    assert view["history"] is None
    every = BS.view(play(playing(PLAIN, "P", stock, turned_shown="all"), "p:SA", "p:SK"), "S")
    assert every["more"]["turned"] == ["H9", "D7", "D8", "D5", "HT"]
    assert [trick["turned"] for trick in every["history"]] == [["H9", "D7", "D8"], ["D5", "HT"]]


def test_bs_13_the_stock_as_declarer_makes_thirteen_less_the_players_tricks():
    state = play(playing(PLAIN, "P", "S8"), "p:S9", "concede")
    outcome = BS.outcome(state)
    assert outcome["declarer"] == "N" and outcome["tricks"] == 12
    assert BS.result_text(outcome) == "2C by the stock, made 12 tricks"
    down = BS.outcome(play(replace(playing(PLAIN, "P"), stock=cards("H9 D7")), "p:SA"))
    assert BS.result_text(down) == "2C by the stock, 8 down"


@pytest.mark.parametrize(
    ("hand", "call", "honours"),
    [
        (PLAIN, "2S", 100),
        (PLAIN, "2H", 0),
        ("SA SK SQ SJ ST H7 H5 H4 H2 D6 D4 C3 C2", "3S", 150),
        ("SA S4 S3 S2 HA H4 H2 DA D4 D2 CA C3 C2", "7N", 150),
        ("CA CK CQ CT C5 H7 H5 H4 H2 D6 D4 D3 S2", "P", 0),  # the stock's contract is in spades
    ],
)
def test_bs_13_honours_are_those_of_the_players_thirteen_as_declarer_or_defender(hand, call, honours):
    assert BS.outcome(play(playing(hand, call), "concede"))["honours"] == {"S": honours}


def test_bs_13a_honours_count_for_the_player_as_defender_too():
    hand = "SA SK SQ SJ H7 H5 H4 H3 D6 D4 D3 D2 C2"
    state = replace(playing(hand, "P"), contract=Contract(1, "S", "", "N"))
    assert BS.outcome(play(state, "concede"))["honours"] == {"S": 100}


def test_bs_13b_nothing_is_taken_back_and_nothing_is_claimed_and_only_the_player_acts():
    state = play(playing(PLAIN, "P", "S8"), "p:S9")
    for action in ("undo", "undo:yes", "undo:no"):
        refused(state, action, "BS-13b", "taken back")
    for action in ("claim:3", "accept", "refuse"):
        refused(state, action, "BS-13b", "concede")
    assert BS.view(state, "S")["can"] == {"claim": False, "undo": False, "misclick": False}
    for actor in ("N", "D"):
        assert BS.legal(state, actor) == ()
        with pytest.raises(Exception, match="stock acts by itself"):
            BS.apply(state, actor, "p:SA")


def test_bs_13b_the_player_may_concede_all_the_rest_the_unfinished_trick_and_the_lead_included():
    state = play(playing(PLAIN, "2S", "H3 S4"), "p:H7", "p:SA")
    assert tricks(state) == (2, 0)
    assert BS.view(state, "S")["choices"] == [
        {"a": "concede", "label": "Concede: the stock takes the 11 tricks left", "why_not": ""}
    ]
    after = play(state, "concede")
    assert after.phase == "over" and tricks(after) == (2, 11)
    assert BS.outcome(after) == {
        "contract": "2S", "declarer": "S", "tricks": 2, "lead": "H3", "claimed": True, "honours": {"S": 100},
        "jokers": 0,
    }  # fmt: skip
    refused(after, "concede", "BS-12", "deal is over")
    assert BS.outcome(play(playing(PLAIN, "P"), "concede"))["lead"] is None
    cut_short = BS.view(play(playing(PLAIN, "2S", "H3"), "concede"), "S")
    assert cut_short["outcome"]["lead"] == "H3"
    assert cut_short["history"][0]["winner"] is None
