"""Checks of the plays that a session's chain refers to: the log of each play, and the outcome that was scored."""

from collections.abc import Iterator
from typing import Any

from clubsite.chains.checking import CheckedChain, Difference, DifferenceCode, chain_check, links_of_kind
from clubsite.chains.models import Chain
from clubsite.play.log_checks import LOG_REMOVED, plays_differences
from clubsite.play.models import Play
from clubsite.scores.models import ScoreEntry, ScoreSource
from scoring.errors import ScoreError
from scoring.result import BoardResult

RESULT_COLUMNS = ("status", "contract", "declarer", "lead", "tricks", "ns_score")


@chain_check
def plays_of_session(chain: Chain, found: CheckedChain) -> Iterator[Difference]:
    """Yield the differences in the plays of a chain's session."""
    removed = {pk for facts in links_of_kind(chain, LOG_REMOVED) for pk in facts["plays"]}
    found.removed += len(removed)
    yield from plays_differences(Play.objects.filter(room__table__section__session__chain=chain), removed)
    entries = ScoreEntry.objects.filter(table_board__round__section__session__chain=chain, play__isnull=False)
    for entry in entries.select_related("play", "table_board__board", "chain_link__moved"):
        yield from _entry_differences(entry)


def _entry_differences(entry: ScoreEntry) -> Iterator[Difference]:
    """Yield the differences in the play of an entry from what the chain says about that entry."""
    play, said = entry.play, entry.chain_link.facts_here
    if play is None or not said:
        return
    if play.link != said["play_link"]:
        yield Difference(DifferenceCode.CHANGED, f"play {play.public_id}", "link", play.link, said["play_link"])
    if said["source"] != ScoreSource.LIVE:
        return
    scored = {name: said[name] for name in RESULT_COLUMNS}
    if _result_of(play, entry.table_board.board.vulnerability) != scored:
        yield Difference(DifferenceCode.CHANGED, f"play {play.public_id}", "outcome", str(play.outcome), str(scored))


def _result_of(play: Play, vulnerability: str) -> dict[str, Any] | None:
    """Return the columns of a play's result, or None if its outcome cannot be scored."""
    try:
        columns = BoardResult.of_play(play.outcome or {}, vulnerability).columns()
    except (KeyError, TypeError, ScoreError):
        return None
    return {name: columns[name] for name in RESULT_COLUMNS}
