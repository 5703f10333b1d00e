"""Looks: records of who has seen a board's cards without playing the board at that moment."""
