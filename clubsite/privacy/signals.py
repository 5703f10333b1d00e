"""Signals to the apps above about people who are forgotten."""

from django.dispatch import Signal

person_forgotten = Signal()
"""`person`: their name is removed for good. Sent in that transaction."""
