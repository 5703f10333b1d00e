"""The template tags for bridge notation."""

import pytest

from clubsite.core.templatetags import bridge


@pytest.mark.parametrize(
    ("points", "text"),
    [(420, "+420 to South"), (-100, "+100 to North"), (0, "0 to both"), (None, "")],
)
def test_a_score_has_its_sign_and_side(points, text):
    assert bridge.side_score(points) == text


def test_signs_are_true_minus_signs():
    assert [bridge.signed(n) for n in (620, -50, 0)] == ["+620", "−50", "0"]


def test_contracts_carry_our_own_suit_with_its_name():
    html = bridge.bid("4SX")
    assert 'aria-label="spades"' in html and "×" in html and 'href="#s"' in html
    assert "NT" in bridge.bid("3N")
    assert "Passed out" in bridge.bid("PASS")
    assert "10" in bridge.bid("10N") and "Misère" in bridge.bid("MIS")


def test_a_doubled_contract_can_be_said_in_words():
    assert bridge.bid("1HXX", "words").endswith("redoubled</span>")
    assert "doubled" not in bridge.bid("1H", "words")


def test_ten_is_written_10():
    assert bridge.card("HT").endswith("10</span>")
    assert '<b class="ten">10</b>' in bridge.face("HT")


def test_a_card_is_drawn_with_its_colour_its_marks_and_what_lies_over_it():
    drawn = bridge.laid_card("HJ", "end yes", tab="End", element="li")
    assert drawn.startswith('<li class="card h end yes"><b>J</b>') and drawn.endswith("End</span></li>")
    assert 'aria-label="hearts"' in drawn
    assert bridge.laid_card("S9").startswith('<span class="card s"><b>9</b>')


def test_a_red_joker_is_red_and_says_that_it_is_one():
    drawn = bridge.laid_card("JR")
    assert 'class="card j h"' in drawn and "Joker" in drawn
    assert 'class="card j"' in bridge.laid_card("JB")
