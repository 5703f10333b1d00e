"""Making a challenge, taking it, and ending both of its matches after a week."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.analysis.services.robots import tried
from clubsite.core.refused import Refused
from clubsite.home.models import Against, Challenge, HomeMatch, HomeSeat, MatchState
from clubsite.home.questions import home_options
from clubsite.home.selectors.challenges import CHALLENGE_GAME, CHALLENGE_TIME, MATCH_OF_BOARDS, PERSON, is_closed
from clubsite.home.selectors.lobby import is_blocked
from clubsite.home.services.matches import match_create, match_end

CHALLENGE_TAKEN = "Somebody else has taken this challenge already. Make one of your own, and send its link to a friend."
CHALLENGE_CLOSED = "The week of this challenge is over. Make one of your own, and send its link to a friend."
OWN_CHALLENGE = "This is your own challenge. Send its link to a friend."
NOT_AGAINST = "You cannot take this challenge. Make one of your own, and send its link to a friend."


def challenge_create(
    *,
    name: str,
    device: Device,
    user: AnyUser | None = None,
    boards: int,
    strength: str,
    at_once: bool = False,
    idempotency_key: str = "",
) -> Challenge:
    """Make a challenge with the host's match, whose first deal is on the table at once.

    `boards` is one of MATCH_OF_BOARDS. A page (`idempotency_key`) submitted twice makes one challenge.
    """
    with transaction.atomic():
        seat = match_create(
            game=CHALLENGE_GAME,
            against=Against.ROBOT,
            name=name,
            device=device,
            user=user,
            options=home_options(CHALLENGE_GAME, of_play=True),
            match_options={**home_options(CHALLENGE_GAME, of_play=False), "match": MATCH_OF_BOARDS[boards]},
            strength=strength,
            at_once=at_once,
            idempotency_key=idempotency_key,
        )
        closes_at = timezone.now() + CHALLENGE_TIME
        return Challenge.objects.get_or_create(host=seat.match, defaults={"closes_at": closes_at})[0]


def challenge_take(
    *, challenge: Challenge, name: str, device: Device, user: AnyUser | None = None, at_once: bool = False
) -> HomeSeat:
    """Open the other match of a challenge, with the same deals, and return its person's seat. Taking it twice is
    harmless.

    Raise Refused if somebody else has taken it, if its week is over, or if it is the person's own.
    """
    with transaction.atomic():
        challenge = Challenge.objects.select_for_update(of=("self",)).select_related("host").get(pk=challenge.pk)
        host = challenge.host
        if challenge.guest is not None:
            taken: HomeSeat | None = challenge.guest.seats.filter(player=PERSON, device=device).first()
            if taken is None:
                raise Refused(CHALLENGE_TAKEN)
            return taken
        _check(challenge, host.seats.get(player=PERSON), device, user)
        seat = match_create(
            game=host.game,
            against=Against.ROBOT,
            name=name,
            device=device,
            user=user,
            options=host.options,
            match_options=host.match_options,
            strength=host.strength,
            at_once=at_once,
            same_deals=host,
        )
        challenge.guest = seat.match
        challenge.save(update_fields=["guest"])
    return seat


def _check(challenge: Challenge, host: HomeSeat, device: Device, user: AnyUser | None) -> None:
    if is_closed(challenge):
        raise Refused(CHALLENGE_CLOSED)
    if host.device_id == device.pk or (user is not None and user.is_authenticated and host.user_id == user.pk):
        raise Refused(OWN_CHALLENGE)
    if is_blocked(host, device, user):
        raise Refused(NOT_AGAINST)


def challenge_match_close(*, match_id: int) -> None:
    """End one match of a challenge whose week is over. Safe to run twice at once."""
    match_end(match=HomeMatch.objects.get(pk=match_id))


def challenges_sweep() -> None:
    """End the unfinished matches of challenges whose week is over. A host whom nobody has answered plays on."""
    now = timezone.now()
    due = Q(challenge_made__closes_at__lte=now, challenge_made__guest__isnull=False)
    due |= Q(challenge_taken__closes_at__lte=now)
    for match_id in HomeMatch.objects.filter(due).exclude(state=MatchState.OVER).values_list("pk", flat=True):
        tried(challenge_match_close, match_id=match_id)
