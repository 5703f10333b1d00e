"""A session's boards as a file for a dealing machine or another program: every card, available before the session.

Only a club director can get the file, after a confirmation that the audit log records. Before the session, a
director who plays promises not to look at it; after the start, that director cannot get it (SOLO-31,
`hidden_cards`).
"""

from dataclasses import dataclass

from django.db import transaction

from clubsite.accounts.models import User
from clubsite.core.passphrases import file_sealed
from clubsite.core.refused import Refused
from clubsite.files.uploads import numbers_text
from clubsite.nights.models import Board, BoardSet, Session
from clubsite.nights.selectors.sealed_boards import unshown_setup
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.opening import OpenedFor, boards_open
from clubsite.scores.selectors.hidden_cards import boards_hidden_from, files_refusal
from clubsite.visibility.models import LookKind
from clubsite.visibility.services import Looker, look_note
from games.deals import Deal
from games.notation.deal_files import write_deals
from games.notation.faults import DealFileError
from games.notation.records import DealRecord
from games.seats import Seat

FORMAT_WORDS = {
    "DUP": "most dealing machines",
    "BRI": "dealing machines, cards only",
    "DGE": "dealing machines and printing, cards only",
    "DLM": "dealing machines, up to board 99",
    "LIN": "hand viewers, with the dummies’ order",
    "PBN": "other programs, with the dummies’ order",
    "SEALED": "another place with this site, under a passphrase",
}
SEALED = "SEALED"
SUFFIXES = {SEALED: "sealed"}
FORMAT_ORDER = (SEALED, "DUP", "BRI", "DGE", "DLM", "LIN", "PBN")


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of boards with known cards. `title` says whose boards they are, the session's or a section's."""

    pk: int
    title: str
    boards: list[Board]

    @property
    def numbers(self) -> str:
        return numbers_text(self.boards)


def card_sets(session: Session) -> list[CardSet]:
    """Return the session's boards, and the sets of sections with their own boards. Leave out sets without cards."""
    letters: dict[int, list[str]] = {}
    for section in sections_of(session):
        if section.board_set_id:
            letters.setdefault(section.board_set_id, []).append(section.name)
    found = []
    for row in BoardSet.objects.filter(pk__in=letters).order_by("pk"):
        boards = list(row.boards.filter(known=True).order_by("number"))
        if boards:
            title = f"Section {' and '.join(letters[row.pk])}" if len(letters) > 1 else "The session"
            found.append(CardSet(row.pk, title, boards))
    return found


def cards_taken(
    *, user: User, session: Session, set_pk: str, form: str, promised: bool, passphrase: str = ""
) -> tuple[bytes, str]:
    """Return the boards as (content, file name), and record this in the audit log.

    A `passphrase` seals the file, and no board is opened. Raise Refused if there is no such set or format, if the
    director may not have the cards or has not promised, if the format cannot hold the boards, or if the passphrase
    is too short.
    """
    chosen = next((one for one in card_sets(session) if str(one.pk) == set_pk), None)
    if chosen is None or form not in FORMAT_WORDS:
        raise Refused("Choose the boards and a format.")
    if refusal := files_refusal(user, session, promised=promised):
        raise Refused(refusal, "promise")
    with transaction.atomic():
        if form != SEALED:
            boards_open(session=session, boards=chosen.boards, why=OpenedFor.FILE, user=user)
        try:
            records = [_record(board) for board in chosen.boards]
            data = write_deals("PBN" if form == SEALED else form, records, session.name)
            data = file_sealed(data, passphrase) if form == SEALED else data
        except DealFileError as no:
            raise Refused(str(no)) from no
        look_note(
            session=session,
            boards=chosen.boards,
            kind=LookKind.FILE,
            by=Looker(user=user),
            subject=form,
            why="plays in this session" if boards_hidden_from(user, session) else "",
        )
    return data, f"SECRET-{session.date:%Y-%m-%d}-{session.public_id}.{SUFFIXES.get(form, form.lower())}"


def _record(board: Board) -> DealRecord:
    deal = Deal.from_setup(unshown_setup(board))
    return DealRecord(board.number, Seat(board.dealer), board.vulnerability, deal, sequences=True)
