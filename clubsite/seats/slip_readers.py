"""The people who may open a link to a lost slip: those who have played the board and those who are not playing."""

from clubsite.accounts.models import Device
from clubsite.accounts.requests import AnyUser
from clubsite.clubs.models import Membership
from clubsite.core.refused import Refused
from clubsite.nights.models import Board, Contestant
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.played_as import contestants_played_by
from clubsite.secrecy.facts import What
from clubsite.secrecy.rule import WhyNot
from clubsite.visibility.selectors import BoardReader, why_not
from clubsite.visibility.services import Looker

READER_OWES_BOARD = (
    "You have still to play board {}. Give this link to somebody who has played it, or who does not play tonight."
)
READER_UNKNOWN = (
    "Open this link on the device with which you have played board {}, or signed in as a member of the club who does "
    "not play tonight."
)


def slip_reader(board: Board, user: AnyUser, device: Device | None) -> Looker:
    """Return this reader as a Looker. Raise Refused if they may not see the board's slips."""
    session = board.board_set.session
    everybody = Contestant.objects.none()
    if user.is_authenticated:
        everybody = everybody | contestants_played_by(user)
    if device is not None:
        everybody = everybody | Contestant.objects.filter(pk__in=device.tickets.values("seat")).order_by("pk")
    known = list(everybody.select_related("section__session"))
    member = user.is_authenticated and Membership.objects.filter(club=session.club_id, user=user).exists()
    reason = why_not(BoardReader(has_link=True, member=member, contestants=known), board, What.SEQUENCE)
    if reason is not None:
        words = READER_OWES_BOARD if reason is WhyNot.OWED_BY_READER else READER_UNKNOWN
        raise Refused(words.format(board.number))
    here = next((one for one in known if one.section.session_id == session.pk), None)
    told = f"{names_of([here.pk])[here.pk]}, who has played it" if here else f"{user}, who does not play"
    account = user if user.is_authenticated else None
    return Looker(user=account, device=device, contestant=here, told=told)
