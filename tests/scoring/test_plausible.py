"""Probable mistakes in a typed result: the field, a message and the likely correction."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boards import VULNERABILITIES
from scoring.contracts import score
from scoring.plausible import Hint, board_hints, possible_scores, result_hints

FOUR_SPADES = {"contract": "4S", "declarer": "S", "tricks": 10}
HANDS = {"S": ["S7", "HQ"], "N": ["DA", "CK"], "E": ["C2"], "W": ["C3"]}


def found(**typed) -> tuple[str, str, str, bool]:
    (hint,) = result_hints(**typed)
    return hint.field, hint.fix, hint.text, hint.wrong


@pytest.mark.parametrize(
    ("typed", "field", "fix", "said"),
    [
        ({"tricks": 14}, "tricks", "", "14 tricks are not possible"),
        ({"contract": "4S", "tricks": 14}, "tricks", "10", "If 4S was just made, write 10"),
        ({"contract": "4S", "tricks": "+4"}, "tricks", "10", "14 tricks"),
        ({"contract": "4S", "tricks": "\u221211"}, "tricks", "10", "-1 tricks"),
        ({"tricks": "ten"}, "tricks", "", "no number of tricks"),
        ({"contract": "8S"}, "contract", "", "'8S' is no contract"),
        ({"declarer": "East"}, "declarer", "", "South or North"),
        ({"declarer": "X", "four_handed": True}, "declarer", "", "North, East, South or West"),
        ({**FOUR_SPADES, "score": -420}, "score", "420", "the sign is reversed"),
        (
            {**FOUR_SPADES, "score": 620},
            "score",
            "420",
            "vulnerable, and the side is not vulnerable",
        ),
        ({**FOUR_SPADES, "score": 420, "vul": "NS"}, "score", "620", "the side is vulnerable on this board"),
        ({**FOUR_SPADES, "score": -620, "vul": "EW"}, "declarer", "N", "by North it would be \u2212620"),
        (
            {
                "contract": "4S", "declarer": "N", "tricks": 10, "score": -620, "vul": "EW",
                "four_handed": True,
            },
            "declarer",
            "",
            "by the other side",
        ),
        ({**FOUR_SPADES, "score": 450}, "tricks", "11", "its score with 11 tricks"),
        ({**FOUR_SPADES, "score": -50}, "tricks", "9", "its score with 9 tricks"),
        ({**FOUR_SPADES, "score": 590}, "contract", "4SX", "the score of 4SX"),
        ({**FOUR_SPADES, "score": 430}, "contract", "4N", "the score of 4N"),
        ({**FOUR_SPADES, "score": 410}, "score", "420", "is +420, not +410"),
        ({"contract": "PASS", "score": 50}, "score", "0", "passed out scores 0"),
        ({"score": 620}, "score", "", "another vulnerability"),
        ({"score": -42}, "score", "-420", "a nought is missing"),
        ({"score": 4200}, "score", "420", "a nought too many"),
        ({"score": 10, "vul": "All"}, "score", "100", "a nought is missing"),
        ({"score": 7777}, "score", "", "No contract gives +7777"),
        (
            {"declarer": "S", "lead": "S7", "hands": HANDS},
            "lead",
            "",
            "North leads here and did not hold",
        ),
        (
            {"declarer": "S", "lead": "HQ", "hands": HANDS},
            "lead",
            "",
            "South held it: is the declarer right?",
        ),
        (
            {"declarer": "E", "lead": "S7", "hands": {"S": []}, "four_handed": True},
            "lead",
            "",
            "South leads here",
        ),
        ({"lead": "S1"}, "lead", "", "no card"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_at_its_field_with_the_likely_fix(typed, field, fix, said):
    where, what, text, wrong = found(**typed)
    assert (where, what, wrong) == (field, fix, True)
    assert said in text


def test_a_score_possible_for_the_other_side_alone_may_have_its_sign_reversed():
    # Vulnerable undoubled game against: 620 is E/W's if only they are vulnerable.
    assert found(score=620, vul="EW")[:2] == ("score", "-620")


def test_tricks_above_six_typed_for_all_of_them_are_only_asked_about():
    _, fix, text, wrong = found(contract="4S", tricks=4)
    assert (fix, wrong) == ("10", False)
    assert text == "4S with 4 tricks is 6 down. If 10 tricks were won, write 10."
    assert result_hints(contract="4S", declarer="S", tricks=4, score=-300) == []
    assert result_hints(contract="1S", tricks=6) == []
    assert result_hints(contract="4S", tricks="-6") == []
    assert result_hints(contract="4S", tricks=3) == []


def test_the_only_score_of_its_sign_whose_opposite_others_have_is_asked_about():
    where, fix, _, wrong = found(score=-420, others=[420, 420, 450])
    assert (where, fix, wrong) == ("score", "420", False)
    assert result_hints(score=-420, others=[420, -50]) == []
    assert result_hints(score=-420, others=[450, 400]) == []


def test_several_things_are_told_at_once():
    hints = result_hints(contract="4Z", tricks=14, lead="X9")
    assert [hint.field for hint in hints] == ["contract", "tricks", "lead"]


def test_nothing_typed_is_nothing_wrong():
    assert result_hints() == []


@pytest.mark.parametrize(
    ("board", "scored", "expected"),
    [
        (12, [], []),
        (
            21,
            [],
            [Hint("board", "Board 21 is not played here in this round: 10, 11, 12. Was it board 12?", "12")],
        ),
        (
            2,
            [],
            [Hint("board", "Board 2 is not played here in this round: 10, 11, 12. Was it board 12?", "12")],
        ),
        (
            7,
            [10, 12],
            [Hint("board", "Board 7 is not played here in this round: 10, 11, 12. Was it board 11?", "11")],
        ),
        (7, [], [Hint("board", "Board 7 is not played here in this round: 10, 11, 12.")]),
        (10, [10, 11], [Hint("board", "Board 10 has a score already. Was it board 12?", "12", wrong=False)]),
    ],
)
def test_a_board_that_is_not_in_the_round(board, scored, expected):
    assert board_hints(board, [12, 10, 11], scored) == expected


results = st.tuples(
    st.integers(1, 7),
    st.sampled_from("CDHSN"),
    st.sampled_from(["", "X", "XX"]),
    st.sampled_from("SN"),
    st.integers(7, 13),
    st.sampled_from(VULNERABILITIES),
)


@given(results)
def test_a_result_that_is_right_has_no_hint_and_its_score_is_possible(result):
    level, strain, doubled, declarer, tricks, vul = result
    contract = f"{level}{strain}{doubled}"
    points = score(contract, {"S": "NS", "N": "EW"}[declarer], vul, tricks)
    assert points in possible_scores(vul)
    assert result_hints(contract=contract, declarer=declarer, tricks=tricks, score=points, vul=vul) == []


@given(results, st.integers(-760, 760).map(lambda tens: 10 * tens))
def test_with_the_fix_in_its_field_a_result_is_right(result, points):
    level, strain, doubled, declarer, tricks, vul = result
    typed: dict[str, Any] = {
        "contract": f"{level}{strain}{doubled}",
        "declarer": declarer,
        "tricks": tricks,
        "score": points,
    }
    for hint in result_hints(**typed, vul=vul):
        assert hint.fix
        fixed = {**typed, hint.field: int(hint.fix) if hint.field in ("score", "tricks") else hint.fix}
        assert result_hints(**fixed, vul=vul) == []
