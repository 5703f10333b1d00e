"""What apps above hear of the people of clubs."""

from django.dispatch import Signal

person_forgotten = Signal()
"""`person`: their name is given up for good. Sent in the transaction that gives it up."""
