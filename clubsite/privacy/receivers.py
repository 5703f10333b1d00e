"""Receiver for answers about names that a director records when adding a member."""

from typing import Any

from django.dispatch import receiver

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.clubs.signals import name_answer_noted
from clubsite.privacy.services import consents_add


@receiver(name_answer_noted, dispatch_uid="privacy.name_answer_noted")
def on_name_answer_noted(person: Person, agreed: bool, user: User, **_: Any) -> None:
    consents_add(club=person.club, people=[person.pk], agreed=agreed, user=user)
