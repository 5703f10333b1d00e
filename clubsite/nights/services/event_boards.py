"""The boards of an event that many clubs play. Their cards come shortly before the session starts."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.core.row_locks import deletion_lock
from clubsite.nights.models import Board, BoardSet, Session
from clubsite.nights.models.boards import EVENT_SOURCE
from clubsite.nights.selectors.boards import event_set_of
from clubsite.nights.selectors.movements import boards_needed
from clubsite.nights.services.boards import MOST_BOARDS, boards_replace
from clubsite.nights.signals import boards_made
from games.boards import dealer_of, vulnerability_of
from games.deals import Deal
from games.shuffle import deal_from_seed


def event_boards_await(
    *, session: Session, user: User, name: str, boards: int, needed: int, held_until: datetime.datetime
) -> None:
    """Give a draft an event's boards, still without cards. `name` is the event's.

    If the session needs more boards than the event has, the others are dealt here from a seed of their own. Raise
    Refused if the session has started, or needs too many boards.
    """
    _refuse_too_many(needed)
    with transaction.atomic():
        drawn = BoardSet.drawn_seed("seed") | {"source": EVENT_SOURCE}
        held: dict[str, Any] = {"event_boards": boards, "held_until": held_until}
        board_set = boards_replace(session, None, user, file_name=name[:200], **drawn, **held)
        seed = board_set.seed_text
        Board.objects.bulk_create(
            Board.without_deal(board_set, number, str(dealer_of(number)), vulnerability_of(number))
            if number <= boards
            else _dealt(board_set, number, deal_from_seed(seed, number))
            for number in range(1, max(boards, needed) + 1)
        )


def event_boards_follow(*, session: Session) -> None:
    """Give a draft with an event's boards as many boards as its movements need, in the caller's transaction.

    The boards beyond the event's come from the set's own seed, and go when no movement needs them any more. Raise
    Refused if the session needs too many boards, or if no key opens the seed.
    """
    board_set = event_set_of(session)
    needed = boards_needed(session.sections.filter(own_boards=False))
    if board_set is None or needed is None:
        return
    wanted, have = max(board_set.event_boards, needed), board_set.boards.count()
    _refuse_too_many(wanted)
    _boards_delete(board_set.boards.filter(number__gt=wanted))
    if wanted > have:
        seed = board_set.seed_text
        numbers = range(have + 1, wanted + 1)
        Board.objects.bulk_create(_dealt(board_set, number, deal_from_seed(seed, number)) for number in numbers)
        boards_made.send(sender=BoardSet, board_set=board_set)


def event_boards_fill(*, board_set: BoardSet, deals: Mapping[int, Deal]) -> None:
    """Store the cards of an event's boards, sealed, in place of its boards without cards, in the caller's transaction.

    `deals` has a deal for every board of the event.
    """
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


def _dealt(board_set: BoardSet, number: int, deal: Deal) -> Board:
    return Board.of_deal(board_set, number, str(dealer_of(number)), vulnerability_of(number), deal)
