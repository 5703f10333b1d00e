"""The parts of a percentage, on a contestant's own card."""

import re

from clubsite.analysis.models import PlayAnalysis
from clubsite.results.selectors.percentage import AVERAGE_PERCENT, percentage_rows, valued_lines
from scoring.figures import rounded
from scoring.percentage_parts import OWN, PercentagePart
from scoring.result import BoardResult
from tests.kit.nights import published_of, rows_of
from tests.needs import compiled_solver

pytestmark = compiled_solver


def test_the_shown_parts_and_the_average_are_the_shown_percentage(valued_night):
    published = published_of(valued_night)
    kinds = set()
    for row in rows_of(published):
        parts = percentage_rows(published, row, published.lines_of(row.contestant), {})
        assert parts and AVERAGE_PERCENT + sum(part.points for part in parts) == rounded(row.percentage, 2)
        assert all(part.points <= 0 for part in parts if part.part in OWN)
        kinds |= {part.part for part in parts}
    assert PercentagePart.UNKNOWN in kinds, "a board without a play is told apart"
    assert not kinds & {PercentagePart.OTHER, PercentagePart.PENALTY, PercentagePart.RULING}


def test_what_one_gave_the_other_was_given(valued_night):
    """A step of South's at a table costs South what it gives North."""
    published = published_of(valued_night)
    valued = [
        line for row in rows_of(published) for line in valued_lines(published, published.lines_of(row.contestant))
    ]
    given = {(line.line.table_board, step.seq): share for line in valued for step, share in line.own}
    assert given
    for line in valued:
        assert all(share == -given[line.line.table_board, step.seq] for step, share in line.gifts)


def test_a_claim_that_cost_something_is_counted_once(valued_night):
    """The analysis has it with its answer, and both have the worth of the board before and after."""
    published = published_of(valued_night)
    made = PlayAnalysis.objects.select_related("play__table_board").first()
    outcome = made.play.outcome or {}
    had = outcome["tricks"]
    better = had + 1
    shared = {"before": better, "after": had, "held": ["claim:1"], "of": 1, "by": outcome["declarer"]}
    made.cards = [
        {**shared, "seq": 900, "a": "claim:0", "tricks": 1, "points": 30},
        {**shared, "seq": 901, "a": "accept", "tricks": 0, "points": 0},
    ]
    worth = BoardResult.of_play({**outcome, "tricks": better}, made.play.setup["vul"]).ns_score
    made.calls = [{**made.calls[0], "before": worth, "after": worth, "points": 0}]
    made.save()
    row = made.play.table_board
    (line,) = [
        line for line in valued_lines(published, published.lines_of(row.ns_id)) if line.line.table_board == row.pk
    ]
    assert [step.seq for step in line.play.steps] == [900]


def test_it_is_on_the_own_card_once_it_is_worked_out(valued_night, client):
    address = f"/results/{valued_night.session.public_id}/player/{rows_of(published_of(valued_night))[0].label}/"
    assert re.search(r"Where \d+\.\d\d&nbsp;% came from", client.get(address).text)
    PlayAnalysis.objects.all().delete()
    assert "came from" not in client.get(address).text
