"""Scores of boards that were played in place of other boards, and of boards that can no longer be played."""

from collections.abc import Collection

from clubsite.accounts.models import User
from clubsite.nights.models import TableBoard
from clubsite.scores.models import ScoreEntry, ScoreSource
from clubsite.scores.selectors.order_checks import PLAYED_STATUSES
from clubsite.scores.services.entries import score_enter
from clubsite.scores.services.scoring_requests import scoring_request
from scoring.lines import Status
from scoring.result import BoardResult

PLAYED_IN_PLACE = "board {} was played in the place of board {}"
PLAYED_EARLIER = "board {} was played before by {}, in the place of another board"
SIDE_WORDS = {"NS": "N/S", "EW": "E/W"}
AVERAGES = {("NS",): "A4060", ("EW",): "A6040", ("NS", "EW"): "A4040"}
"""The sides that have played the board before -> 40 % for them and 60 % for the side that could not
play it (Law 12C2).
"""


def score_of_other_board(*, old: TableBoard, new: TableBoard, user: User) -> ScoreEntry | None:
    """Enter the score of `old` for `new`, computed for the board of `new`. Return None if nothing was played.

    Also return None if `new` already has this result, or a director's artificial score. The lead is left out
    because it was compared with the cards of the other board.
    """
    last, own = (line.score_entries.order_by("pk").last() for line in (old, new))
    if last is None or last.status not in PLAYED_STATUSES or not last.contract:
        return None
    if own is not None and (own.status == Status.ARTIFICIAL or _played(own) == _played(last)):
        return None
    vul, four_handed = new.board.vulnerability, new.round.section.pairs
    result = BoardResult.of_contract(last.contract, last.declarer, last.tricks, vul, four_handed=four_handed)
    why = PLAYED_IN_PLACE.format(new.board.number, old.board.number)
    return score_enter(table_board=new, result=result, user=user, why=why)


def _played(entry: ScoreEntry) -> tuple[str, str, int | None]:
    return entry.contract, entry.declarer, entry.tricks


def score_met_before(*, table_board: TableBoard, again: Collection[str]) -> ScoreEntry:
    """Give an artificial score to a row that cannot be played. A director can correct the score."""
    sides = " and ".join(SIDE_WORDS[side] for side in again)
    result = BoardResult(Status.ARTIFICIAL, ruling=AVERAGES[tuple(again)])
    entry = ScoreEntry.objects.create(
        table_board=table_board,
        source=ScoreSource.DIRECTOR,
        why=PLAYED_EARLIER.format(table_board.board.number, sides),
        **result.columns(),
    )
    scoring_request(table_board.round.section.session_id)
    return entry
