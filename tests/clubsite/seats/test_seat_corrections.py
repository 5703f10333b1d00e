"""What a table is asked to agree to after the director has corrected its result."""

import pytest

from clubsite.duplicate.models import TableBoard
from clubsite.play.models import PlayEvent
from tests.clubsite.at_tables import look, play_until
from tests.kit.typed_scores import enter_score

pytestmark = pytest.mark.django_db(transaction=True)
BO, ANN = 1, 4


@pytest.fixture
def finished(night):
    """Table 1 when its board is over and nobody has agreed yet: 1NT by North, one down."""
    play_until(
        [night.tickets[BO], night.tickets[ANN]], lambda: look(night.tickets[BO])["table"]["state"] == "result"
    )
    return TableBoard.objects.get(play__public_id=look(night.tickets[BO])["play"])


def result_at(night, number):
    return look(night.tickets[number])["table"]["result"]


def test_both_are_shown_the_director_s_correction(night, dee, finished):
    enter_score(finished, dee, "2S S 9", why="They agreed on nine")
    for number in (BO, ANN):
        shown = result_at(night, number)
        assert shown["text"] == "2S by South, made 9 tricks"
        assert shown["score_text"].endswith("to South")
        assert shown["corrected"]


def test_an_artificial_score_is_shown_in_words(night, dee, finished):
    enter_score(finished, dee, "A6040", why="A dummy out of order")
    assert result_at(night, BO)["text"] == "Artificial: 60 % to South and 40 % to North"
    assert result_at(night, BO)["score_text"] == ""


def test_a_correction_leaves_the_card_log_and_the_agreement_to_come(night, dee, finished):
    before, rev = PlayEvent.objects.count(), look(night.tickets[BO])["rev"]
    enter_score(finished, dee, "1N N 6", why="Counted again")
    assert PlayEvent.objects.count() == before
    assert look(night.tickets[BO])["rev"] > rev
    assert look(night.tickets[BO])["table"]["state"] == "result"


def test_an_uncorrected_result_is_the_play_s_own(night, finished):
    assert result_at(night, BO)["text"] == "1N by North, 1 down"
    assert not result_at(night, BO)["corrected"]
