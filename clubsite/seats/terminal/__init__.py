"""The page of a seat where the cards lie on the table: it asks for the score, the other side confirms it."""
