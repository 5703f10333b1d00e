"""Receivers for signals from `analysis`."""

from typing import Any

from django.dispatch import receiver

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.signals import play_analysed
from clubsite.clubs.models import Person
from clubsite.clubs.signals import club_imported
from clubsite.history.services import decisions_make, figures_make, rating_forget, ratings_stale
from clubsite.privacy.services import person_forgotten
from clubsite.rankings.signals import session_published


@receiver(play_analysed, dispatch_uid="history.play_analysed")
def keep_figures(analysis: PlayAnalysis, **_: Any) -> None:
    """Store the figures and the decisions of both players, in the same transaction that stores the analysis."""
    figures_make(analysis)
    decisions_make(analysis)


@receiver(session_published, dispatch_uid="history.session_published")
def on_session_published(**_: Any) -> None:
    """Note that the published boards, or the people who played them, have changed."""
    ratings_stale()


@receiver(club_imported, dispatch_uid="history.club_imported")
def on_club_imported(**_: Any) -> None:
    """Note that people arrived with decisions that they took elsewhere."""
    ratings_stale()


@receiver(person_forgotten, dispatch_uid="history.person_forgotten")
def on_person_forgotten(person: Person, **_: Any) -> None:
    rating_forget(person=person)
