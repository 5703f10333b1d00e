"""Probable mistakes in a typed result: the field and a message with the likely correction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boards import VULNERABILITIES
from scoring.contracts import score
from scoring.plausible import possible_scores, result_hint

FOUR_SPADES = {"contract": "4S", "declarer": "S", "tricks": 10}


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({**FOUR_SPADES, "score": -420}, "score", "the sign is reversed"),
        ({**FOUR_SPADES, "score": 620}, "score", "vulnerable, and the side is not vulnerable"),
        ({**FOUR_SPADES, "score": 420, "vul": "NS"}, "score", "the side is vulnerable on this board"),
        ({**FOUR_SPADES, "score": -620, "vul": "EW"}, "declarer", "by North it would be \u2212620"),
        (
            FOUR_SPADES | {"declarer": "N", "score": -620, "vul": "EW", "four_handed": True},
            "declarer",
            "the other side",
        ),
        ({**FOUR_SPADES, "score": 450}, "tricks", "its score with 11 tricks"),
        ({**FOUR_SPADES, "score": -50}, "tricks", "its score with 9 tricks"),
        ({**FOUR_SPADES, "score": 590}, "contract", "the score of 4SX"),
        ({**FOUR_SPADES, "score": 430}, "contract", "the score of 4N"),
        ({**FOUR_SPADES, "score": 410}, "score", "is +420, not +410"),
        ({"contract": "PASS", "score": 50}, "score", "passed out scores 0"),
        ({"score": 620}, "score", "another vulnerability"),
        ({"score": 620, "vul": "EW"}, "score", "\u2212620. Is the sign reversed?"),
        ({"score": -42}, "score", "\u2212420 is possible, if a nought is missing"),
        ({"score": 4200}, "score", "+420 is possible, if there is a nought too many"),
        ({"score": 7777}, "score", "No contract gives +7777"),
        ({"score": -420, "others": [420, 420, 450]}, "score", "+420 among them. Is it +420?"),
    ],
)
def test_what_cannot_be_is_told_at_its_field_with_what_was_likely_meant(typed, field, said):
    hint = result_hint(**{"vul": "None", **typed})
    assert hint.field == field and said in hint.text


@pytest.mark.parametrize("others", [[420, -50], [450, 400]])
def test_a_score_is_not_asked_about_unless_somebody_has_its_opposite_and_nobody_its_sign(others):
    assert result_hint(score=-420, vul="None", others=others) is None


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
    assert result_hint(contract=contract, declarer=declarer, tricks=tricks, score=points, vul=vul) is None
