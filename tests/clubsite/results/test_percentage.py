"""The parts of a percentage, on a contestant's own card."""

import re
from fractions import Fraction
from typing import Any

from django.test import Client

from clubsite.analysis.models import PlayAnalysis
from clubsite.play.models import Play
from clubsite.results.selectors.percentage import AVERAGE_PERCENT, percentage_rows, valued_lines
from scoring.figures import rounded
from scoring.percentage_parts import OWN, PercentagePart
from scoring.result import BoardResult
from tests.kit.nights import published_of, rows_of
from tests.needs import compiled_solver

pytestmark = compiled_solver


def test_the_shown_parts_and_the_average_are_the_shown_percentage(valued_night: Any) -> None:
    published = published_of(valued_night)
    for row in rows_of(published):
        parts = percentage_rows(published, row, published.lines_of(row.contestant), {})
        assert parts
        assert row.percentage is not None
        assert AVERAGE_PERCENT + sum(part.points for part in parts) == rounded(row.percentage, 2)
        assert all(part.points <= 0 for part in parts if part.part in OWN)


def test_what_one_gave_the_other_was_given(valued_night: Any) -> None:
    """A step of South's at a table costs South what it gives North."""
    published = published_of(valued_night)
    given: dict[tuple[int, int], Fraction] = {}
    for row in rows_of(published):
        for line in valued_lines(published, published.lines_of(row.contestant)):
            for step, share in line.own:
                given[line.line.table_board, step.seq] = share
    assert given
    for row in rows_of(published):
        for line in valued_lines(published, published.lines_of(row.contestant)):
            for step, share in line.gifts:
                assert share == -given[line.line.table_board, step.seq]


def test_a_claim_that_cost_something_is_counted_once(valued_night: Any) -> None:
    """The analysis has it with its answer, and both have the worth of the board before and after."""
    published = published_of(valued_night)
    made = PlayAnalysis.objects.select_related("play__table_board").first()
    assert made is not None
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
        line
        for line in valued_lines(published, published.lines_of(row.ns_id))
        if line.line.table_board == row.pk
    ]
    assert [step.seq for step in line.play.steps] == [900]


def test_a_board_without_a_play_is_told_apart(valued_night: Any, client: Client) -> None:
    published = published_of(valued_night)
    kinds = {
        part.part
        for row in rows_of(published)
        for part in percentage_rows(published, row, published.lines_of(row.contestant), {})
    }
    assert PercentagePart.UNKNOWN in kinds
    assert not kinds & {PercentagePart.OTHER, PercentagePart.PENALTY, PercentagePart.RULING}
    label = rows_of(published)[0].label
    body = client.get(f"/results/{valued_night.session.public_id}/player/{label}/").content.decode()
    assert re.search(r"Where \d+\.\d\d&nbsp;% came from", body)


def test_a_night_of_which_nothing_is_worked_out_says_nothing(published_night: Any, client: Client) -> None:
    assert not Play.objects.filter(analysis__isnull=False).exists()
    body = client.get(f"/results/{published_night.session.public_id}/player/1/").content.decode()
    assert "came from" not in body
