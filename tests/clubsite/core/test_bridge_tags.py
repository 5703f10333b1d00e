"""The template tags for bridge notation."""

import pytest

from clubsite.core.templatetags import bridge


@pytest.mark.parametrize(
    ("points", "text", "sign"),
    [(420, "+420 to South", "+420"), (-100, "+100 to North", "−100"), (0, "0 to both", "0")],
)
def test_a_score_has_its_sign_and_side(points, text, sign):
    assert (bridge.side_score(points), bridge.signed(points)) == (text, sign)
    assert bridge.side_score(None) == ""


def test_contracts_carry_our_own_suit_with_its_name():
    html = bridge.bid("4SX")
    assert 'aria-label="spades"' in html and "×" in html and 'href="#s"' in html
    assert "NT" in bridge.bid("3N") and "Passed out" in bridge.bid("PASS")
    assert "10" in bridge.bid("10N") and "Misère" in bridge.bid("MIS")
    assert bridge.bid("1HXX", "words").endswith("redoubled</span>")
    assert "doubled" not in bridge.bid("1H", "words")


def test_a_card_is_drawn_with_its_colour_its_marks_and_what_lies_over_it():
    drawn = bridge.laid_card("HJ", "end yes", tab="End", element="li")
    assert drawn.startswith('<li class="card h end yes"><b translate="no">J</b>') and drawn.endswith("End</span></li>")
    assert 'aria-label="hearts"' in drawn
    assert bridge.laid_card("S9").startswith('<span class="card s"><b translate="no">9</b>')
    assert bridge.card("HT").endswith("10</span>") and 'class="ten">10</b>' in bridge.face("HT")
    red = bridge.laid_card("JR")
    assert 'class="card j h"' in red and "Joker" in red and 'class="card j"' in bridge.laid_card("JB")
