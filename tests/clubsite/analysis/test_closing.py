"""One rule says when a deal is closed: the deal's value and the cost of each play appear and disappear together."""

import pytest

from clubsite.analysis.models import BoardSolution, PlayAnalysis
from clubsite.analysis.selectors.solutions import solutions_of
from clubsite.analysis.selectors.verdicts import ended_of, lost_at, verdicts
from clubsite.analysis.services.plays import unanalysed
from clubsite.nights.models import TableBoard, TableBoardState
from clubsite.nights.services.directing import session_end
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.secrecy.facts import What
from clubsite.visibility.selectors import RESULTS_READER, may_see
from tests.kit.nights import end_and_publish
from tests.kit.typed_scores import enter_score

TRICKS = {strain: {"S": 8, "N": 3} for strain in "CDHSN"}


@pytest.fixture
def known(open_boards, play_out):
    """A board played at table 1, solved and with its play analysed."""
    row = open_boards()[0]
    row.play = play_out(row)
    results_sweep()
    par = {"points": 0, "contracts": [["PASS", ""]], "line": []}
    BoardSolution.objects.create(board=row.board, values=TRICKS, par=par)
    PlayAnalysis.objects.create(play=row.play, calls=[], cards=[])
    return row


@pytest.fixture
def shown(known, night):
    """A function that returns what is currently public about the board."""

    def look():
        found = {"closed"} if may_see(RESULTS_READER, known.board, What.VERDICT) else set()
        found |= {"verdicts"} if verdicts(known.play) is not None else set()
        published = published_or_404(night.session.public_id)
        if known.board_id in solutions_of(published):
            found.add("solution")
        if known.pk in lost_at(published, {known.pk: "ns"}):
            found.add("given away")
        return found

    return look


ALL = {"closed", "verdicts", "solution", "given away"}


def test_the_end_alone_and_a_publication_alone_close_nothing(known, night, dee, shown):
    assert (may_see(RESULTS_READER, known.board, What.VERDICT), verdicts(known.play)) == (False, None)
    session_end(session=night.session, user=dee)
    assert (may_see(RESULTS_READER, known.board, What.VERDICT), verdicts(known.play)) == (False, None)
    publish(night.session, dee)
    assert shown() == ALL
    unpublish(night.session, dee)
    assert (may_see(RESULTS_READER, known.board, What.VERDICT), verdicts(known.play)) == (False, None)


@pytest.mark.parametrize("owed", ["late", "waiting"])
def test_a_board_that_a_table_still_owes_withholds_it_all_solo_31(known, night, dee, shown, owed):
    end_and_publish(night.session, dee)
    if owed == "late":
        enter_score(known, dee, "late")
    else:
        TableBoard.objects.filter(pk=known.pk).update(state=TableBoardState.WAITING)
    assert shown() == set()


def test_it_is_worked_out_from_the_end_on(known, night, dee):
    PlayAnalysis.objects.all().delete()
    assert ended_of(unanalysed()) == []
    session_end(session=night.session, user=dee)
    assert ended_of(unanalysed()) == [known.play.pk]
