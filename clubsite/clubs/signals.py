"""Signals to the apps above about the people of clubs."""

from django.dispatch import Signal

person_forgotten = Signal()
"""`person`: their name is removed for good. Sent in that transaction."""
account_joined = Signal()
"""`person`: they have an account from now on. Sent in the transaction that joins it."""
account_unlinking = Signal()
"""`person`: their account is about to be unlinked. A receiver refuses it with `LinkRefused`."""
