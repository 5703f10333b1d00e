"""The opening lead of a typed score, compared with the leader's hand."""

from clubsite.duplicate.models import Board
from games.wording import SEAT_NAMES
from scoring.result import BoardResult


def lead_fault(board: Board, result: BoardResult, four_handed: bool) -> str:
    """Return why nobody can have made this lead (SOLO-13), "" if it is possible or the hands are not known."""
    leader = SEAT_NAMES.get(result.leader(four_handed), "")
    hand = getattr(board, leader.lower()) if result.lead and leader else ""
    if not hand or result.lead in hand.split():
        return ""
    where = f"by {leader}, on declarer's left" if four_handed else "from the defender's hand"
    meant = f"Was it another card, or was {'somebody else' if four_handed else leader} declarer?"
    return f"The lead is made {where}, and {leader} did not hold that card. {meant}"
