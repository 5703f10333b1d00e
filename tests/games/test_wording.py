"""Bridge terms: each term is written in only one way."""

import pytest

from games import wording


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("P", "pass"), ("XX", "redouble"), ("1S", "1 spade"), ("1N", "1 no trump"),
        ("4SX", "4 spades doubled"), ("10NXX", "10 no trump redoubled"), ("MIS", "misère"),
        ("PASS", "passed out"),
    ],
)  # fmt: skip
def test_a_call_or_contract_has_a_name(call, name):
    assert wording.call_name(call) == name


def test_a_contract_is_named_with_its_declarer():
    assert wording.contract_name("4SX", "S") == "4 spades doubled by South"
    assert wording.contract_name("PASS") == "passed out"


def test_a_card_has_a_name():
    assert [wording.card_name(text) for text in ("HQ", "HT", "S7", "JR")] == [
        "the queen of hearts", "the 10 of hearts", "the 7 of spades", "the red joker",
    ]  # fmt: skip
    assert [wording.card_label(text) for text in ("HQ", "JR")] == ["queen of hearts", "red joker"]


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks", "text"),
    [
        ("4S", "S", 10, "4S by South, made 10 tricks"),
        ("3NX", "N", 7, "3NX by North, 2 down"),
        ("10HXX", "E", 15, "10HXX by East, 1 down"),
        ("PASS", None, None, "Passed out"),
        ("PASS", "", None, "Passed out"),
    ],
)
def test_a_result_is_said(contract, declarer, tricks, text):
    assert wording.result_text(contract, declarer, tricks) == text


def test_a_score_has_its_sign_and_the_side_that_gained_it():
    assert [wording.score_text(n) for n in (420, -100, 0)] == ["+420 to South", "+100 to North", "0 to both"]
    assert [wording.score_text(n, True) for n in (420, -100, 0)] == ["+420 to N/S", "+100 to E/W", "0 to both"]
    assert [wording.signed(n) for n in (620, -50, 0)] == ["+620", "−50", "0"]
    assert [wording.over_text(n) for n in (0, 1, -2)] == ["=", "+1", "−2"]


@pytest.mark.parametrize(
    ("number", "name"), [(1, "first"), (12, "twelfth"), (13, "13th"), (21, "21st"), (112, "112th")]
)
def test_a_rank_in_words(number, name):
    assert wording.ordinal_name(number) == name


def test_a_shared_rank_says_so():
    assert (wording.place_name(3, False), wording.place_name(11, True)) == ("3rd", "11th equal")


def test_ranked_groups_have_a_name_and_a_title():
    assert [wording.group_name(code) for code in ("NS", "EW", "ALL")] == ["South players", "North players", "players"]
    assert [wording.group_title(code, True) for code in ("NS", "ALL")] == ["N/S pairs", "All pairs"]
    assert wording.group_title("ALL", False, ("A", "B")) == "Sections A and B, all players"
    assert wording.group_title("TEAMS", sections=("A",)) == "Section A, teams"
    assert wording.group_title("NS", False, ("A",)) == "Section A, South players"


def test_a_marked_text_is_said_to_everybody():
    leads = wording.marked("S", "* leads", "You lead")
    assert wording.plain(f"{leads} by 40, 30 to 0 for {wording.marked('N')}") == "South leads by 40, 30 to 0 for North"
    assert wording.plain(f"{wording.marked('N')} claims 2\ndo you accept?") == "North claims 2: do you accept?"
    assert wording.plain("Passed out") == "Passed out"
