"""Published boards that nobody may see for now, because somebody still has to play the deal (SOLO-31), or because no
key opens them.
"""

from django.db.models import QuerySet

from clubsite.nights.models import Board
from clubsite.rankings.selectors.embargoes import owed_now
from clubsite.secrecy.facts import BoardFacts, SessionPhase, What
from clubsite.secrecy.rule import WhyNot, why_not


def hidden_boards(boards: QuerySet[Board]) -> dict[int, WhyNot]:
    """Return those published boards of ended sessions that may not be seen, by id, with the reason. Usually empty."""
    owed = owed_now(boards)
    found = {}
    for pk in owed.here | owed.elsewhere | owed.sealed:
        facts = BoardFacts(
            reads_results=True,
            published=True,
            phase=SessionPhase.ENDED,
            owed_here=pk in owed.here,
            owed_elsewhere=pk in owed.elsewhere,
            sealed=pk in owed.sealed,
        )
        if reason := why_not(facts, What.CARDS):
            found[pk] = reason
    return found
