"""The page of a seat at a table with cards: it asks for the score, and the other side confirms it."""
