"""Who has looked at the cards of which board, before or without playing it."""
