"""Tables opened and joined, and what players say to each other, block and report there."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device, User
from clubsite.analysis.services.robots import tried
from clubsite.core.limits import NEW_TABLES, TABLE_WORDS
from clubsite.core.refused import Refused
from clubsite.home.models import (
    Against,
    HomeMatch,
    HomeSeat,
    MatchState,
    Phrase,
    PlayerBlock,
    PlayerReport,
    ReportDecision,
    ReportReason,
    TableWord,
)
from clubsite.home.selectors.lobby import (
    has_blocked,
    host_is_here,
    is_blocked,
    is_excluded,
    other_person,
    own_invitations,
    with_host_here,
)
from clubsite.home.services.matches import ROBOT_COMES_AFTER, match_create, match_end, match_join, robot_seat
from clubsite.play.models import RevokeReason, SeatTicket
from clubsite.play.seat_tickets import ticket_release, ticket_take
from clubsite.play.services import room_invalidate, room_locked, room_update

SEAT_TAKEN = "Somebody else has come to this table already."
MATCH_OVER = "The match at this table is over. Ask your friend to open another."
HOST_GONE = "{host} has just left. Choose another table, or wait for somebody yourself."
OWN_TABLE = "This is your own table. Go back to it: somebody may come."
NOT_TOGETHER = "You cannot sit down at this table. Choose another, or send a friend the link of a table of your own."
NOT_OPEN = "Somebody has sat down at this table, or its host has gone. It was not closed."
SOMEBODY_CAME = "Somebody has just come to your own table. Go on there: it is under Your tables."


def seat_take(*, match: HomeMatch, name: str, device: Device, user: AnyUser | None = None) -> HomeSeat:
    """Seat a person opposite the host, and end the person's own open invitations. Return the seat.

    Raise Refused if somebody else was first, if the host of an open invitation has left, or if somebody has come to the
    person's own table. Of two hosts who sit down at each other's table at once, one does.
    """
    own = dict(own_invitations(device, user).exclude(pk=match.pk).values_list("pk", "room_id"))
    with transaction.atomic():
        for room_id in sorted({match.room_id, *own.values()}):
            room_locked(room_id)
        match.refresh_from_db()
        _check(match, device, user)
        for mine in HomeMatch.objects.filter(pk__in=own):
            if mine.state == MatchState.PLAYING:
                raise Refused(SOMEBODY_CAME)
            match_end(match=mine)
        seat = match_join(match=match, name=name, device=device, user=user)
        if seat is None:
            raise Refused(SEAT_TAKEN)
    return seat


def _check(match: HomeMatch, device: Device, user: AnyUser | None) -> None:
    if match.state == MatchState.OVER:
        raise Refused(MATCH_OVER)
    if match.state != MatchState.WAITING:
        return
    host = match.seats.get(player="S")
    if is_blocked(host, device, user):
        raise Refused(NOT_TOGETHER)
    if match.against != Against.ANYBODY:
        return
    if is_excluded(device, user):
        raise Refused(NOT_TOGETHER)
    if host.device_id == device.pk:
        raise Refused(OWN_TABLE)
    if not host_is_here(match):
        raise Refused(HOST_GONE.format(host=host.name))


def invitations_end(*, seat: HomeSeat) -> None:
    """End the open invitations that the holder of this seat made before it. Those that somebody has taken go on."""
    for mine in own_invitations(seat.device, seat.user).exclude(pk=seat.match_id):
        with transaction.atomic():
            room_locked(mine.room_id)
            mine.refresh_from_db()
            if mine.state == MatchState.WAITING:
                match_end(match=mine)


def invitation_close(*, match: HomeMatch) -> None:
    """End an open invitation for its host, as the keeper of the site. Raise Refused if somebody has taken it."""
    with transaction.atomic():
        room_locked(match.room_id)
        match.refresh_from_db()
        if match.against != Against.ANYBODY or match.state != MatchState.WAITING:
            raise Refused(NOT_OPEN)
        match_end(match=match)


def robot_fill(*, match_id: int) -> int:
    """Seat a robot opposite a host who still waits for a person. Return 1 if it sat down. Safe to run twice at once.

    It waits until the host deals. A host who is not there gets no robot until they come back (`lobby_sweep`).
    """
    with transaction.atomic():
        match = HomeMatch.objects.filter(pk=match_id).first()
        if match is None:
            return 0
        room = room_locked(match.room_id)
        match.refresh_from_db()
        waits = match.against == Against.ANYBODY and match.state == MatchState.WAITING
        if not waits or match.seats.filter(player="N").exists() or not host_is_here(match):
            return 0
        robot_seat(match)
        room_update(room=room, ready=["N"])
    return 1


def lobby_sweep() -> None:
    """Seat the robots that lost messages left out, and those of hosts who have come back."""
    since = timezone.now() - timedelta(seconds=ROBOT_COMES_AFTER)
    alone = with_host_here().filter(created_at__lt=since).exclude(seats__player="N")
    for match_id in alone.values_list("pk", flat=True):
        tried(robot_fill, match_id=match_id)


def seat_ticket(*, seat: HomeSeat, device: Device, user: AnyUser | None = None) -> tuple[SeatTicket, str]:
    """Return a ticket for the user's own seat and the token for its cookie. Raise Refused if the seat belongs to
    another device.
    """
    with transaction.atomic():
        seat = HomeSeat.objects.select_for_update().get(pk=seat.pk)  # one device after the other may move it
        if seat.device_id != device.pk:
            if seat.user_id is None or user is None or seat.user_id != user.pk:
                raise Refused("This seat belongs to another device.")
            _move(seat, device)
        return ticket_take(device=device, seat=seat.seat)


def _move(seat: HomeSeat, device: Device) -> None:
    """Move a signed-in player's seat to another device, and tell the previous device."""
    held = SeatTicket.objects.filter(seat=seat.pk, revoked_at__isnull=True).first()
    if held is not None:
        ticket_release(ticket=held, reason=RevokeReason.OTHER_DEVICE)
    seat.device = device
    seat.save(update_fields=["device"])


def table_counted(address: str) -> None:
    """Count one more table opened from this address. Raise Refused if there were too many in the last hour."""
    if NEW_TABLES.exceeded(address):
        raise Refused(NEW_TABLES.refusal(address))


def table_open(*, device: Device, user: AnyUser, address: str, **facts: Any) -> HomeSeat:
    """Open a table as `match_create` does, and return the host's seat. An open table ends the host's earlier
    invitations. Raise Refused if too many tables were opened from this address.
    """
    table_counted(address)
    seat = match_create(device=device, user=user, **facts)
    if seat.match.against == Against.ANYBODY:
        invitations_end(seat=seat)
    return seat


NOBODY_THERE = "There is nobody opposite to hear it."
NO_NAME = "A player"


def word_say(*, seat: HomeSeat, phrase: Phrase) -> None:
    """Say something to the person opposite. Who has blocked the speaker hears nothing, and the speaker is not told.

    Raise Refused if a robot or nobody sits there, or if too much was said.
    """
    if TABLE_WORDS.exceeded(str(seat.pk)):
        raise Refused(TABLE_WORDS.refusal(str(seat.pk)))
    with transaction.atomic():
        room = room_locked(seat.match.room_id)
        other = other_person(seat)
        if other is None:
            raise Refused(NOBODY_THERE)
        if has_blocked(other, seat):
            return
        TableWord.objects.create(seat=seat, phrase=phrase)
        room_update(room=room)


def player_block(*, seat: HomeSeat) -> PlayerBlock:
    """Let the holder of this seat never meet the person opposite again. Blocking twice is harmless.

    Raise Refused if no person sits there.
    """
    other = other_person(seat)
    if other is None:
        raise Refused(NOBODY_THERE)
    facts = {"by_user": seat.user, "of_user": other.user, "name": other.name}
    made, _ = PlayerBlock.objects.update_or_create(by_device=seat.device, of_device=other.device, defaults=facts)
    return made


def block_end(*, block: PlayerBlock) -> None:
    """Let two people meet again, as far as this block forbids it."""
    block.delete()


def report_make(*, seat: HomeSeat, reason: ReportReason) -> PlayerReport:
    """Report the person opposite to the keeper of the site. The same report made twice counts once.

    Raise Refused if no person sits there.
    """
    other = other_person(seat)
    if other is None:
        raise Refused(NOBODY_THERE)
    return PlayerReport.objects.get_or_create(of=other, reason=reason)[0]


def report_decide(*, report: PlayerReport, decision: ReportDecision, note: str, user: User) -> None:
    """Close a report with a decision, or decide again. A name that is taken off is replaced at its table."""
    with transaction.atomic():
        report.decision, report.note = decision, note
        report.decided_by, report.decided_at = user, timezone.now()
        report.save(update_fields=["decision", "note", "decided_by", "decided_at"])
        if decision == ReportDecision.RENAMED:
            HomeSeat.objects.filter(pk=report.of_id).update(name=NO_NAME)
            room_invalidate(room_id=report.of.match.room_id)
