"""Signals that tell the apps above `privacy` that a person has been forgotten."""

from django.dispatch import Signal

person_forgotten = Signal()
"""`person`: their name is removed for good. Sent in that transaction."""
