"""Hand records: every board of a session on one printable page, with the result of best play."""

from dataclasses import dataclass

from clubsite.analysis.selectors.solutions import Solution, solutions_of
from clubsite.nights.selectors.deals import BoardDeal, deal_of
from clubsite.rankings.selectors.published import Published


@dataclass(slots=True)
class HandRecord:
    """A board with its cards and, if it may be seen, its solution."""

    key: str
    deal: BoardDeal
    solution: Solution | None


@dataclass(slots=True)
class HandsPage:
    published: Published
    records: list[HandRecord]


def hands_page(published: Published) -> HandsPage:
    """Return every board whose cards are known, in order of board number."""
    solutions = solutions_of(published)
    records = [
        HandRecord(board.key, deal, solutions.get(board.id))
        for board in published.boards
        if (deal := deal_of(published.cards[board.id])).known
    ]
    return HandsPage(published, records)
