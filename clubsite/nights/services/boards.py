"""Making a session's boards, from a seed, from a file of deals or for an event, and noting their commitments."""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.formats import date_format

from clubsite.accounts.models import User
from clubsite.clubs.audit_actions import AuditAction
from clubsite.core.ciphers import file_opened, is_sealed_file
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.core.sealed_fields import KeyMissing, Sealed
from clubsite.nights.models import Board, BoardSet, CommitmentLine, CommitmentStep, Section, Session
from clubsite.nights.models.boards import AGAIN_SOURCE, EVENT_SOURCE
from clubsite.nights.selectors.boards import event_set_of, sets_to_repeat
from clubsite.nights.selectors.movements import boards_needed
from clubsite.nights.selectors.sealed_boards import unshown_setup
from clubsite.nights.services.session_audit import session_audit_add
from clubsite.nights.services.setup import draft_locked
from clubsite.nights.signals import boards_made
from games.boards import dealer_of, vulnerability_of
from games.deals import Deal
from games.notation.deal_files import read_deals
from games.shuffle import deal_from_seed, sequences_from_seed


def commitments_note(sets: Iterable[int], step: CommitmentStep) -> None:
    """Add this step, in the caller's transaction, for each of these sets that has a commitment and not the step yet."""
    rows = BoardSet.objects.filter(pk__in=set(sets)).exclude(Q(commitment="") | Q(commitment_lines__step=step))
    facts = rows.values("session_id", "commitment", board_set_id=F("pk"))
    CommitmentLine.objects.bulk_create(CommitmentLine(step=step, **row) for row in facts)


MOST_BOARDS = 720  # 60 tables, a set of twelve at each
LONGEST_SEED = 120
MOST_BYTES = 2_000_000
NOT_TO_REPEAT = (
    "Choose one of these nights. The cards of others are not all known here, or others still have to play them."
)
CARDS_LOST = "No key of this site opens the cards of that night. Choose another night, or deal new boards."


def boards_deal(
    *, session: Session, count: int, user: User, seed: str = "", section: Section | None = None
) -> BoardSet:
    """Deal `count` boards for the session, or for a `section` with its own boards. A typed seed is for practice.

    Without a seed, draw 128 random bits and keep them secret. Raise Refused for a bad count or seed.
    """
    if not 1 <= count <= MOST_BOARDS:
        raise Refused(f"Deal from 1 to {MOST_BOARDS} boards.", "count")
    typed = seed.strip()
    if len(typed) > LONGEST_SEED or not typed.isprintable():
        raise Refused(f"A seed is one line of at most {LONGEST_SEED} letters and figures.", "seed")
    given = {"source": "seed", "seed": Sealed.of(typed), "practice": True} if typed else BoardSet.drawn_seed("seed")
    with transaction.atomic():
        board_set = boards_replace(session, section, user, **given)
        used = board_set.seed_text
        Board.objects.bulk_create(_dealt(board_set, n, deal_from_seed(used, n)) for n in range(1, count + 1))
        boards_made.send(sender=BoardSet, board_set=board_set)
    return board_set


def boards_number(*, session: Session, section: Section, count: int, user: User) -> BoardSet:
    """Make boards to be shuffled and dealt at the table, with number, dealer and vulnerability but no known cards."""
    if not 1 <= count <= MOST_BOARDS:
        raise Refused(f"Number from 1 to {MOST_BOARDS} boards.", "count")
    with transaction.atomic():
        board_set = boards_replace(session, section, user, source="table")
        if any(other.any_live for other in board_set.sections.all()):
            raise Refused("Boards without cards are only for tables with physical cards.", "how")
        Board.objects.bulk_create(_without_cards(board_set, range(1, count + 1)))
        boards_made.send(sender=BoardSet, board_set=board_set)
    return board_set


def boards_again(*, session: Session, former: BoardSet, user: User, section: Section | None = None) -> BoardSet:
    """Use a former night's cards, with the dummies in a new order. Raise Refused if they cannot be used."""
    with transaction.atomic():
        session = draft_locked(session)
        if not sets_to_repeat(session).filter(pk=former.pk).exists():
            raise Refused(NOT_TO_REPEAT, "former")
        drawn = BoardSet.drawn_seed(AGAIN_SOURCE)
        of = f"{former.session.name}, {date_format(former.session.date, 'j F Y')}"
        board_set = boards_replace(session, section, user, file_name=of[:200], practice=former.practice, **drawn)
        try:
            _store(board_set, list(_in_new_order(former, drawn["seed"].open())))
        except KeyMissing:
            raise Refused(CARDS_LOST, "former") from None
        boards_made.send(sender=BoardSet, board_set=board_set)
    return board_set


def _in_new_order(former: BoardSet, seed: str) -> Iterator[tuple[int, str, str, Deal]]:
    for board in former.boards.order_by("number"):
        deal = sequences_from_seed(seed, board.number, Deal.from_setup(unshown_setup(board)))
        yield board.number, board.dealer, board.vulnerability, deal


def boards_import(*, session: Session, data: bytes, file_name: str, user: User) -> BoardSet:
    """Import all deals in a file, or none of them. Raise DealFileError with the board and field of every fault."""
    with transaction.atomic():
        read = boards_read(session=session, data=data, file_name=file_name)
        return boards_take(session=session, user=user, board_set_id=read.pk)


def boards_read(
    *, session: Session, data: bytes, file_name: str, passphrase: str = "", first: int | None = None
) -> BoardSet:
    """Read a file of deals, and set its boards aside until the director takes them or reads another file.

    `first` is the number of the first board, for formats that do not say it; dummies without a sequence get a drawn
    one. Raise Refused if the passphrase is wrong or the number is missing, or DealFileError for every fault.
    """
    if len(data) > MOST_BYTES:
        raise Refused("That file is larger than 2 MB. A file of one evening is far smaller.", "file")
    if is_sealed_file(data):
        data, file_name = file_opened(data, passphrase), file_name.removesuffix(".sealed")
    deals = read_deals(data, file_name, first)
    if deals.asks_first and not first:
        raise Refused(f"{deals.asks_first} Then choose the file again.", "first")
    if len(deals.boards) > MOST_BOARDS:
        raise Refused(f"That file holds {len(deals.boards)} boards, more than {MOST_BOARDS}.", "file")
    drawn = BoardSet.drawn_seed(deals.format.lower())
    seed = drawn["seed"].open()
    dealt = [b.deal if b.sequences else sequences_from_seed(seed, b.number, b.deal) for b in deals.boards]
    rows = [(b.number, b.dealer, b.vul, deal) for b, deal in zip(deals.boards, dealt, strict=True)]
    name = file_name.replace("\0", "")[:200]
    with transaction.atomic():
        session = draft_locked(session)
        boards_drop(session=session)
        board_set = BoardSet.objects.create(session=session, file_name=name, pending=True, **drawn)
        _store(board_set, rows)
    return board_set


def boards_take(
    *, session: Session, user: User, section: Section | None = None, board_set_id: int | None = None
) -> BoardSet:
    """Use boards that were read from a file, for the session or for one section. Raise Refused if there are none."""
    with transaction.atomic():
        rows = BoardSet.objects.select_for_update().filter(session=session, pending=True)
        read = rows.filter(pk=board_set_id).first() if board_set_id else rows.first()
        if read is None:
            raise Refused("Choose the file again: it was not kept.", "file")
        boards_replace(session, section, user, board_set=read)
        boards_made.send(sender=BoardSet, board_set=read)
    return read


def boards_drop(*, session: Session) -> None:
    """Delete the boards that were read from a file but not taken."""
    board_sets_delete(BoardSet.objects.filter(session=session, pending=True))


def board_sets_delete(sets: QuerySet[BoardSet]) -> None:
    """Delete board sets in the caller's transaction, which has locked their session."""
    deletion_lock(Board.objects.filter(board_set__in=sets))
    commitments_note(sets.values_list("pk", flat=True), CommitmentStep.ENDED)
    sets.delete()


def boards_replace(
    session: Session, section: Section | None, user: User, board_set: BoardSet | None = None, **facts: Any
) -> BoardSet:
    """Return a given or new board set, for the sections that share the session's boards or one with its own boards."""
    session = draft_locked(session)
    own = section is not None and section.own_boards
    rows = session.sections.select_for_update().filter(own_boards=own)
    sections = list(rows.filter(pk=section.pk) if section is not None and own else rows)
    old = {row.board_set_id for row in sections if row.board_set_id}
    if board_set is None:
        board_set = BoardSet.objects.create(session=session, **facts)
    board_set.pending = False
    board_set.save(update_fields=["pending"])
    commitments_note([board_set.pk], CommitmentStep.MADE)
    for sharer in sections:
        sharer.board_set = board_set
        sharer.save(update_fields=["board_set"])
    board_sets_delete(BoardSet.objects.filter(pk__in=old - {board_set.pk}))
    boards_drop(session=session)  # of a file that was looked into before
    audit: dict[str, Any] = {"practice": board_set.practice}
    audit |= {"commitment": board_set.commitment} if board_set.commitment else {}
    session_audit_add(session, AuditAction.BOARDS_MADE, board_set.file_name, user=user, **audit)
    return board_set


def _store(board_set: BoardSet, rows: Sequence[tuple[int, str, str, Deal]]) -> None:
    Board.objects.bulk_create(
        Board.of_deal(board_set, number, str(dealer), vul, deal) for number, dealer, vul, deal in rows
    )


def event_boards_await(
    *, session: Session, user: User, name: str, boards: int, needed: int, held_until: datetime.datetime
) -> None:
    """Give a draft the boards of event `name`, without cards, and deal those beyond. Raise Refused for too many."""
    _refuse_too_many(needed)
    with transaction.atomic():
        drawn = BoardSet.drawn_seed("seed") | {"source": EVENT_SOURCE}
        held: dict[str, Any] = {"event_boards": boards, "held_until": held_until}
        board_set = boards_replace(session, None, user, file_name=name[:200], **drawn, **held)
        seed = board_set.seed_text
        beyond = [_dealt(board_set, n, deal_from_seed(seed, n)) for n in range(boards + 1, needed + 1)]
        Board.objects.bulk_create([*_without_cards(board_set, range(1, boards + 1), hands_open=False), *beyond])


def event_boards_follow(*, session: Session) -> None:
    """Give a draft with an event's boards as many as its movements need. Raise Refused for too many or a lost seed."""
    board_set = event_set_of(session)
    needed = boards_needed(session.sections.filter(own_boards=False))
    if board_set is None or needed is None:
        return
    wanted, have = max(board_set.event_boards, needed), board_set.boards.count()
    _boards_delete(board_set.boards.filter(number__gt=wanted))
    boards_extend(board_set, wanted, range(have + 1, wanted + 1))


def boards_extend(board_set: BoardSet, wanted: int, numbers: Collection[int]) -> None:
    """Add the boards with these numbers, dealt from the set's own seed, or numbered without cards if it has none.

    Raise Refused if the set would have too many, `wanted`, or if no key opens the seed.
    """
    _refuse_too_many(wanted)
    if not numbers:
        return
    if board_set.source == "table":
        new = _without_cards(board_set, numbers)
    else:
        seed = board_set.seed_text
        new = [_dealt(board_set, n, deal_from_seed(seed, n)) for n in numbers]
    Board.objects.bulk_create(new)
    boards_made.send(sender=BoardSet, board_set=board_set)


def event_boards_fill(*, board_set: BoardSet, deals: Mapping[int, Deal]) -> None:
    """Store the cards of all the event's boards, sealed, in place of its boards without cards."""
    numbers = range(1, board_set.event_boards + 1)
    _boards_delete(board_set.boards.filter(number__in=numbers))
    Board.objects.bulk_create(_dealt(board_set, number, deals[number]) for number in numbers)
    boards_made.send(sender=BoardSet, board_set=board_set)


def event_boards_hold(*, sessions: list[int], until: datetime.datetime) -> None:
    """Hide the event's boards of these sessions until another time."""
    BoardSet.objects.filter(session__in=sessions, event_boards__gt=0).update(held_until=until)


def _boards_delete(boards: QuerySet[Board]) -> None:
    deletion_lock(boards)
    boards.delete()


def _refuse_too_many(needed: int) -> None:
    if needed > MOST_BOARDS:
        raise Refused(f"That would need {needed} boards. A set has at most {MOST_BOARDS}.")


def _without_cards(board_set: BoardSet, numbers: Iterable[int], *, hands_open: bool = True) -> list[Board]:
    return [
        Board.without_cards(board_set, n, str(dealer_of(n)), vulnerability_of(n), hands_open=hands_open)
        for n in numbers
    ]


def _dealt(board_set: BoardSet, number: int, deal: Deal) -> Board:
    return Board.of_deal(board_set, number, str(dealer_of(number)), vulnerability_of(number), deal)
