"""Bridge as templates write it."""

import pytest

from clubsite.core.templatetags import bridge


@pytest.mark.parametrize(
    ("points", "text"),
    [(420, "+420 to South (N/S)"), (-100, "+100 to North (E/W)"), (0, "0 to both"), (None, "")],
)
def test_a_score_has_its_sign_and_side(points: int | None, text: str) -> None:
    assert bridge.to_side(points) == text


def test_signs_are_true_minus_signs() -> None:
    assert [bridge.signed(n) for n in (620, -50, 0)] == ["+620", "−50", "0"]


def test_contracts_carry_our_own_suit_with_its_name() -> None:
    html = bridge.bid("4SX")
    assert 'aria-label="spades"' in html and "×" in html and 'href="#s"' in html
    assert "NT" in bridge.bid("3N")
    assert "Passed out" in bridge.bid("PASS")


def test_a_result_on_a_score_sheet_has_its_contract_drawn_and_no_other_word_touched() -> None:
    drawn = bridge.told("2NX by <South>, made 8 tricks")
    assert "2NT×</span> by &lt;South&gt;, made 8 tricks" in drawn
    assert 'aria-label="hearts"' in bridge.told("10H by you, 1 down")
    assert bridge.told("Misère by Ann, failed") == "Misère by Ann, failed"
    assert bridge.told("2 overtricks") == "2 overtricks"


def test_ten_is_written_10() -> None:
    assert bridge.card("HT").endswith("10</span>")


@pytest.mark.parametrize(
    ("n", "word"), [(1, "first"), (12, "twelfth"), (13, "13th"), (21, "21st"), (112, "112th")]
)
def test_places_in_words(n: int, word: str) -> None:
    assert bridge.place_word(n) == word
