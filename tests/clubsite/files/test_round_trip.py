"""A whole session with a board in every state is exported in every format and imported into an empty twin."""

from dataclasses import replace
from typing import Any

import pytest

from clubsite.files.selectors import RESULT_FORMATS, result_file
from clubsite.files.services.import_preview import incoming
from clubsite.files.services.import_results import file_read, lines_alone, results_import
from clubsite.nights.models import Session, TableBoard, TableBoardState
from clubsite.rankings.models import Ranking
from clubsite.rankings.selectors.published import published_or_404
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors.entries import latest_of
from scoring.lines import parse_score_text
from scoring.session_scores import RankingRow
from tests.clubsite.files.every_state import close

WAYS = [
    ("match_points", ["results.xml", "boards.pbn", "travellers.csv"]),
    ("cross_imps", ["results-1.3.xml"]),  # there a ruling is no percentage of anything
]


def scores(session: Session) -> dict[tuple[int, str, str], tuple[Any, ...]]:
    """Return the score that counts for each (board, N/S, E/W). An assigned score may be written in several ways."""
    rows = TableBoard.objects.filter(round__section__session=session).exclude(state=TableBoardState.VOID)
    rows = rows.select_related("board", "ns__section", "ew__section")
    latest = latest_of(rows)
    found = {}
    for row in rows:
        entry = latest[row.pk]
        given = parse_score_text(entry.ruling or f"100% {entry.ns_score or 0}")
        ruling = (given.ns_pct, given.ew_pct, given.ns_parts, given.ew_parts)
        played = (entry.contract, entry.declarer, entry.tricks, entry.lead)
        found[row.board.number, row.ns.label, row.ew.label] = (entry.status, entry.group, *played, ruling)
    return found


def rankings(session: Session) -> dict[tuple[str, str], list[RankingRow]]:
    """Return the ranking lists with their exact figures, identifying people by their labels."""
    labels = {one.pk: one.label for section in session.sections.all() for one in section.contestants.all()}
    return {
        (ranking.section.name, ranking.line): [replace(row, contestant=labels[row.contestant]) for row in ranking.rows]
        for ranking in Ranking.objects.filter(section__session=session).select_related("section")
    }


@pytest.mark.parametrize(("method", "names"), WAYS)
def test_a_night_with_every_state_comes_into_an_empty_twin_with_the_same_rankings(
    make_session, play, dee, method, names, on_commit
):
    first = make_session(method)
    play(first)
    close(first, dee)
    out = result_file(published_or_404(first.public_id))
    before = scores(first)
    assert len({(status, bool(group), ruling) for status, group, *_, ruling in before.values()}) >= 12
    assert len(rankings(first)) == 2
    for name in names:
        data = RESULT_FORMATS[name].write(out).encode()
        assert incoming(first, lines_alone(file_read(session=first, data=data)), None).todo == 0, name
        twin = make_session(method)
        sections = lines_alone(file_read(session=twin, data=data))
        with on_commit():
            stored = results_import(session=twin, sections=sections, file_name=name, user=dee)
        close(twin, dee)
        assert stored == len(before), name
        assert scores(twin) == before, name
        plain = {"status": "assigned", "ns_score": 140, "ruling": ""}
        assert ScoreEntry.objects.filter(table_board__round__section__session=twin, **plain).exists(), name
        assert rankings(twin) == rankings(first), name
        assert result_file(published_or_404(twin.public_id)) == out, name
