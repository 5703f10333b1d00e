"""The calls and cards in closed plays that changed a board's value, in order, from par to the score."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.selectors.closed_plays import closed_plays
from clubsite.play.models import Play
from clubsite.rankings.selectors.published import Published
from games.calls import CALL_TEXTS
from scoring.result import BoardResult


@dataclass(frozen=True, slots=True)
class ValueStep:
    """A call, a card or a claim (`action`, number `seq` in the log) by player `by`, S or N.

    `before` and `after` are N/S's points with best calls and play. `call` says whether the action was made in the
    auction, and `declaring` whether the player is declarer.
    """

    seq: int
    by: str
    action: str
    before: int
    after: int
    call: bool
    declaring: bool


@dataclass(frozen=True, slots=True)
class ValuedPlay:
    """A play whose steps lead from `par` to `score`."""

    play: Play
    par: int
    score: int
    steps: tuple[ValueStep, ...]


def valued_plays(published: Published, table_boards: Collection[int]) -> dict[int, ValuedPlay]:
    """Return the analysed plays by table_board id, for closed boards only."""
    return {pk: _valued(found) for pk, found in closed_plays(published, table_boards).items()}


def _valued(found: PlayAnalysis) -> ValuedPlay:
    play = found.play
    outcome, vul = play.outcome or {}, play.setup["vul"]
    score = BoardResult.of_play(outcome, vul).ns_score or 0
    par = found.calls[0]["before"] if found.calls else score
    steps = [step for step in _steps(found, outcome, vul) if step.before != step.after]
    return ValuedPlay(play, par, score, tuple(steps))


def _steps(found: PlayAnalysis, outcome: dict[str, Any], vul: str) -> Iterator[ValueStep]:
    """Yield the actions that cost something. A claim and its answer have the same values, but only one of them carries
    the cost.
    """
    declarer = outcome["declarer"]
    for entry in found.calls:
        yield _step(entry, entry["before"], entry["after"], declarer)
    for entry in [entry for entry in found.cards if entry["points"]]:
        before, after = (points_of(outcome, vul, entry[when]) for when in ("before", "after"))
        yield _step(entry, before, after, declarer)


def _step(entry: dict[str, Any], before: int, after: int, declarer: str | None) -> ValueStep:
    by, action = entry["by"], entry["a"]
    return ValueStep(entry["seq"], by, action, before, after, action in CALL_TEXTS, by == declarer)


def points_of(outcome: dict[str, Any], vul: str, tricks: int) -> int:
    """Return the N/S score of a finished play if declarer had taken this number of tricks."""
    return BoardResult.of_play({**outcome, "tricks": tricks}, vul).ns_score or 0
