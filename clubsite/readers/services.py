"""Services for saying who someone is: a statement on a device, or an account's request that a director grants."""

from django.db import transaction
from django.utils import timezone

from clubsite.accounts.models import Device, User
from clubsite.clubs.invitations import account_join
from clubsite.clubs.models import Club, Person
from clubsite.clubs.selectors import names_told, other_directors
from clubsite.clubs.services import person_locked
from clubsite.core.refused import Refused
from clubsite.nights.selectors.played_as import plays_now
from clubsite.readers.models import DevicePerson, JoinRequest


def device_person_set(*, device: Device, person: Person) -> None:
    """Record that the user of this device is this person, whose rows are marked on the device from then on."""
    _say(device, person.club, person)


def device_person_clear(*, device: Device, club: Club) -> None:
    """Record that this device's user is not the person whom its seats or an earlier statement suggested."""
    _say(device, club, None)


def _say(device: Device, club: Club, person: Person | None) -> None:
    facts = {"person": person, "said_at": timezone.now()}
    DevicePerson.objects.update_or_create(device=device, club=club, defaults=facts)


def join_ask(*, person: Person, user: User) -> None:
    """Request that an account be joined to this person. An account can ask for only one name per club at a time.

    Raise Refused for a guest or a forgotten person, or if the name or the account is already joined.
    """
    with transaction.atomic():
        person = person_locked(person)
        _refuse_join(person, user)
        JoinRequest.objects.filter(user=user, person__club=person.club_id).exclude(person=person).delete()
        JoinRequest.objects.get_or_create(person=person, user=user)


def join_withdraw(*, person: Person, user: User) -> None:
    """Withdraw an account's request for this name. Doing this again is harmless."""
    JoinRequest.objects.filter(person=person, user=user).delete()


def join_answer(*, request: JoinRequest, maker: User, grant: bool) -> None:
    """Record a director's answer to whether the account is this person's. Raise Refused if they cannot be joined."""
    with transaction.atomic():
        person = person_locked(request.person)
        if request.user == maker:
            _refuse_own(person, maker)
        if grant:
            _refuse_join(person, request.user)
            account_join(person=person, user=request.user, maker=maker, own_request=request.user == maker)
            JoinRequest.objects.filter(person=person).delete()
        JoinRequest.objects.filter(pk=request.pk).delete()


def _refuse_own(person: Person, maker: User) -> None:
    """Raise Refused for a director's own request if another director can answer it or while the person is playing."""
    others = other_directors(person.club, maker)
    if others:
        raise Refused(f"You asked for this name yourself. {names_told(others)} can answer.")
    if plays_now(person):
        raise Refused(
            f"You asked for this name yourself, and {person.name} plays in a night that has begun. No other director "
            "can answer, so it waits until that night is over."
        )


def _refuse_join(person: Person, user: User) -> None:
    if person.forgotten_at is not None or person.guest:
        raise Refused("Only members are joined to an account. Ask a director to put you on the list first.")
    if person.user_id is not None:
        raise Refused("This name has an account already. A director can look into it.")
    if other := Person.objects.filter(club=person.club_id, user=user).first():
        raise Refused(f"This account is {other.name}’s already.")
