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
    bo = night.tickets[BO]
    play_until([bo, night.tickets[ANN]], lambda: look(bo)["table"]["state"] == "result")
    return TableBoard.objects.get(play__public_id=look(bo)["play"])


def result_at(night, number):
    return look(night.tickets[number])["table"]["result"]


def test_both_are_shown_the_director_s_correction(night, dee, finished):
    own = result_at(night, BO)
    assert own["text"] == "1N by North, 1 down" and not own["corrected"]
    enter_score(finished, dee, "2S S 9", why="They agreed on nine")
    for number in (BO, ANN):
        shown = result_at(night, number)
        assert shown["text"] == "2S by South, made 9 tricks" and shown["corrected"]
        assert shown["score_text"].endswith("to South")
    enter_score(finished, dee, "A6040", why="A dummy out of order")
    shown = result_at(night, BO)
    assert (shown["text"], shown["score_text"]) == ("Artificial: 60 % to South and 40 % to North", "")


def test_a_correction_leaves_the_card_log_and_the_agreement_to_come(night, dee, finished):
    before, rev = PlayEvent.objects.count(), look(night.tickets[BO])["rev"]
    enter_score(finished, dee, "1N N 6", why="Counted again")
    assert PlayEvent.objects.count() == before
    assert look(night.tickets[BO])["rev"] > rev
    assert look(night.tickets[BO])["table"]["state"] == "result"
