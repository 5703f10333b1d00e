"""Receivers for signals from `analysis`."""

from typing import Any

from django.dispatch import receiver

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.signals import play_analysed
from clubsite.history.services import figures_make


@receiver(play_analysed, dispatch_uid="history.play_analysed")
def keep_figures(analysis: PlayAnalysis, **_: Any) -> None:
    """Store the figures for both players, in the same transaction that stores the analysis."""
    figures_make(analysis)
