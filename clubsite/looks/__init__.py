"""Looks: who has seen the cards of which board without playing it at that moment."""
