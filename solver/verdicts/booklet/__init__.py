"""The facts of a board of an event that a booklet tells, and their sentences."""
