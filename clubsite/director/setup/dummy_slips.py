"""Print the dummies' slips and curtain cards, unless the director still has to play the boards (SOLO-31)."""

from collections.abc import Collection

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, SectionKind, Session
from clubsite.nights.selectors.boards import event_set_of
from clubsite.nights.services.opening import OpenedFor
from clubsite.pdf.curtain_cards import CurtainCard
from clubsite.scores.selectors.hidden_cards import files_refusal
from clubsite.visibility.models import LookKind
from clubsite.visibility.services import Looker, look_note

NO_HANDS = "Of these boards only the dummies were typed: there are no hands to print."
CARDS_TO_COME = "These are boards of an event: their cards come when the night starts, or to the heat’s dealer before."
NO_DUMMIES = "No board here has its dummies in a fixed order: all are played four-handed."


def boards_known(session: Session, **which: str) -> list[Board]:
    """Return the boards, all or filtered by `which`, for which the site knows at least the dummies."""
    rows = Board.objects.filter(board_set__sections__session=session, **which)
    return list(rows.filter(ordered=True).distinct().order_by("board_set", "number"))


def cards_to_come(session: Session) -> bool:
    """True if the session plays boards of an event whose cards have not come yet."""
    board_set = event_set_of(session)
    return board_set is not None and board_set.awaits_cards()


def cards_refusal(user: User, session: Session) -> str:
    """Return why this director may not print sheets that show cards, or "" if they may."""
    if not boards_known(session):
        return CARDS_TO_COME if cards_to_come(session) else "There are no boards yet."
    return files_refusal(user, session)


def curtain_cards_taken(user: User, session: Session, only: Collection[int] = ()) -> list[CurtainCard]:
    """Return the curtain cards to print now, and record the printing in the audit log. `only` limits the board ids.

    They show the players' hands, and those of East and West on a four-handed board. Raise Refused if this director may
    not print, or if there are none.
    """
    no = cards_refusal(user, session)
    if no:
        raise Refused(no)
    boards = [board for board in boards_known(session) if board.known and (not only or board.pk in only)]
    if not boards:
        raise Refused(NO_HANDS)
    paired = {board.pk for board in boards_known(session, board_set__sections__kind=SectionKind.FOUR_HANDED)}
    _note(session, boards, LookKind.CURTAIN_CARDS, user)
    return [
        CurtainCard(board.number, board.dealer, board.vulnerability, seat, board.hands[seat])
        for board in boards
        for seat in ("NESW" if board.pk in paired else "NS")
    ]


def slips_taken(user: User, session: Session, only: Collection[int] = ()) -> list[Board]:
    """Return the slips' boards to print now (only those in `only`), and record it. Raise Refused if there are none."""
    two_handed = boards_known(session, board_set__sections__kind=SectionKind.TWO_HANDED)
    boards = [board for board in two_handed if not only or board.pk in only]
    no = cards_refusal(user, session) or ("" if boards else NO_DUMMIES)
    if no:
        raise Refused(no)
    _note(session, boards, LookKind.SLIPS, user)
    return boards


def _note(session: Session, boards: Collection[Board], kind: LookKind, user: User) -> None:
    opens = OpenedFor.CURTAIN if kind == LookKind.CURTAIN_CARDS else OpenedFor.SLIPS
    look_note(session=session, boards=boards, kind=kind, by=Looker(user=user), opens=opens)
