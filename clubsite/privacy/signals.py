"""What apps above hear of people who are forgotten."""

from django.dispatch import Signal

person_forgotten = Signal()
"""`person`: their name is removed for good. Sent in that transaction."""
