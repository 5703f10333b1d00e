"""The page for a seat at a table with cards. It asks for the score, and the other side confirms it."""
