"""Fixtures for chains: a published session with a row of every kind that chains link."""

from decimal import Decimal

import pytest

from clubsite.chains.checking import chain_checked
from clubsite.chains.services import links_number
from clubsite.duplicate import repair_orders as orders
from clubsite.looks.models import LookKind
from clubsite.looks.services.looks import Looker, look_note
from clubsite.rankings.services.settings import penalty_add, penalty_withdraw
from clubsite.rankings.services.sweep import results_sweep
from tests.kit.nights import end_and_publish
from tests.kit.people import another_director
from tests.kit.repairs import mend
from tests.kit.typed_scores import enter_score


@pytest.fixture
def remembers() -> bool:
    """False: links of chains have the times of their rows in their hashes, so no row may be moved."""
    return False


@pytest.fixture
def chained(night, dee, club, open_boards, play_out):
    """A published session with a play, typed scores, a correction, a repair, a penalty that was withdrawn, and a look
    at two boards.
    """
    session = night.session
    another_director(club, "don")
    mend(night.section, orders.SwapOrder(4, 5, 1), dee)
    live, typed, other = open_boards()
    play_out(live)
    enter_score(typed, dee, "1N S 7")
    enter_score(other, dee, "1N S 8")
    enter_score(other, dee, "1N S 9")
    facts = {"contestant_id": night.contestant(1).pk, "unit": "top", "user": dee}
    penalty_add(session=session, amount=Decimal("10"), why="late", **facts)
    late = penalty_add(session=session, amount=Decimal("5"), why="slow", **facts)
    penalty_withdraw(session=session, penalty_id=late.pk, user=dee)
    boards = [row.board for row in (typed, other)]
    by = Looker(user=dee, device=night.tickets[1].device, contestant=night.contestant(1))
    look_note(session=session, boards=boards, kind=LookKind.TABLE, by=by, subject="", table=typed.table, why="a lead")
    results_sweep()
    end_and_publish(session, dee)
    for chain in (session.chain, club.chain):
        links_number(chain.pk)
    return night


@pytest.fixture
def differences(chained, club):
    """A function that returns the differences in the club's and the session's chains, as sentences with values."""

    def found():
        chains = (chained.session.chain, club.chain)
        for chain in chains:
            chain.refresh_from_db()
        return [difference.words(values=True) for chain in chains for difference in chain_checked(chain).differences]

    return found
