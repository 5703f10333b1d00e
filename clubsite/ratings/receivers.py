"""Receivers of signals about analysed plays, published nights, clubs that came and forgotten people, in the sender's
transaction.
"""

from typing import Any

from django.dispatch import receiver

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.signals import play_analysed
from clubsite.clubs.models import Person
from clubsite.clubs.signals import club_imported
from clubsite.privacy.signals import person_forgotten
from clubsite.rankings.signals import session_published
from clubsite.ratings.services import decisions_make, rating_forget, ratings_stale


@receiver(play_analysed, dispatch_uid="ratings.play_analysed")
def keep_decisions(analysis: PlayAnalysis, **_: Any) -> None:
    """Store both players' decisions."""
    decisions_make(analysis)


@receiver(session_published, dispatch_uid="ratings.session_published")
def on_session_published(**_: Any) -> None:
    """Note that other boards count, or other people played them."""
    ratings_stale()


@receiver(club_imported, dispatch_uid="ratings.club_imported")
def on_club_imported(**_: Any) -> None:
    """Note that people came with the decisions that they took elsewhere."""
    ratings_stale()


@receiver(person_forgotten, dispatch_uid="ratings.person_forgotten")
def on_person_forgotten(person: Person, **_: Any) -> None:
    rating_forget(person=person)
