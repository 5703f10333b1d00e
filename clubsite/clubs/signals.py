"""What apps above hear of the people of clubs."""

from django.dispatch import Signal

person_forgotten = Signal()
"""`person`: their name is given up for good. Sent in the transaction that gives it up."""
account_joined = Signal()
"""`person`: an account is theirs from now on. Sent in the transaction that joins it."""
account_parting = Signal()
"""`person`: their account is about to be theirs no longer. A receiver refuses it with `LinkRefused`."""
