"""Signals about clubs' people and about imported clubs, for the apps that build on the clubs app."""

from django.dispatch import Signal

name_answer_noted = Signal()
"""`person`, `agreed`, `user`: what somebody said about their name before a director added them."""
account_joined = Signal()
"""`person`: they have an account from now on. Sent in the transaction that joins it."""
club_imported = Signal()
"""`club`: it was brought here in a club file. Sent in the transaction that stores it."""
account_unlinking = Signal()
"""`person`: their account is about to be unlinked. A receiver refuses it with `Refused`."""
