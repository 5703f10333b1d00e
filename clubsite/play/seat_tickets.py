"""Writes on claims: take a seat, give it up, and whether its holder is there."""

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.core.tokens import hash_token, new_token
from clubsite.play import relay
from clubsite.play.models import SeatClaim
from clubsite.play.seat_resolvers import place_of, seats_of
from clubsite.play.services import room_touch

COOKIE = "claim"  # the cookie with the key of a seat
SILENT = timedelta(seconds=30)


class SeatTaken(Exception):
    """The subject is held by another device. `claim` is the one in force."""

    def __init__(self, claim: SeatClaim) -> None:
        super().__init__("That seat is taken.")
        self.claim = claim


def claim_take(*, device: Device, kind: str, subject: str) -> tuple[SeatClaim, str]:
    """Claim a subject for a device; returns (claim, token for its cookie). Raises SeatTaken."""
    token = new_token()
    with transaction.atomic():
        held = SeatClaim.objects.filter(kind=kind, subject=subject, revoked_at__isnull=True).first()
        if held is not None and held.device_id != device.pk:
            raise SeatTaken(held)
        if held is not None:
            held.token_hash = hash_token(token)
            held.save(update_fields=["token_hash"])
            return held, token
        try:
            with transaction.atomic():
                claim = SeatClaim.objects.create(
                    device=device, kind=kind, subject=subject, token_hash=hash_token(token)
                )
        except IntegrityError:
            raise SeatTaken(
                SeatClaim.objects.get(kind=kind, subject=subject, revoked_at__isnull=True)
            ) from None
        _tell_room(claim)
    return claim, token


def claim_release(*, claim: SeatClaim, why: str, user: Any = None) -> None:
    """End a claim, by the director `user` if there is one. Whoever holds it is told why."""
    with transaction.atomic():
        changed = SeatClaim.objects.filter(pk=claim.pk, revoked_at__isnull=True).update(
            revoked_at=timezone.now(), revoked_why=why[:120], freed_by=user, connected=False, channel=""
        )
        if changed:
            relay.claim_gone(claim, why)
            _tell_room(claim)


def claim_freed_by(*, claim: SeatClaim, user: Any) -> None:
    """Another director answers for a seat that is free already."""
    SeatClaim.objects.filter(pk=claim.pk, revoked_at__isnull=False).update(freed_by=user)
    place = seats_of(claim).place(claim)
    if place is not None:
        room_touch(room_id=place.room_id)


def claim_restore(*, claim: SeatClaim) -> bool:
    """A claim that was ended for a reason that has gone is in force again; False where another holds the seat by now.

    Its device comes in with the key that it has kept.
    """
    with transaction.atomic():
        claim = SeatClaim.objects.select_for_update().get(pk=claim.pk)
        held = SeatClaim.objects.filter(kind=claim.kind, subject=claim.subject, revoked_at__isnull=True)
        if held.exists():
            return False
        claim.revoked_at, claim.revoked_why, claim.freed_by = None, "", None
        try:
            with transaction.atomic():
                claim.save(update_fields=["revoked_at", "revoked_why", "freed_by"])
        except IntegrityError:
            return False
        _tell_room(claim)
    return True


def presence_set(*, claim_pk: int, channel: str, here: bool) -> None:
    """Its holder's page has connected (or is still there) or has left; the opponent sees it."""
    with transaction.atomic():
        # Not the key: a log entry that names this claim may be on its way, and waits for the room we lock next.
        claim = (
            SeatClaim.objects.select_for_update(no_key=True)
            .filter(pk=claim_pk, revoked_at__isnull=True)
            .first()
        )
        if claim is None or (not here and claim.channel != channel):
            return
        changed = claim.connected != here
        claim.connected, claim.channel, claim.seen_at = here, channel if here else "", timezone.now()
        claim.save(update_fields=["connected", "channel", "seen_at"])
        if changed:
            _tell_room(claim)


def presence_sweep() -> int:
    """Mark as gone whoever has not been heard of for half a minute (a server that died says no goodbye)."""
    silent = SeatClaim.objects.filter(connected=True, seen_at__lt=timezone.now() - SILENT)
    claims = list(silent)
    for claim in claims:
        presence_set(claim_pk=claim.pk, channel=claim.channel, here=False)
    return len(claims)


def _tell_room(claim: SeatClaim) -> None:
    place = place_of(claim)
    if place is not None:
        room_touch(room_id=place.room_id)
