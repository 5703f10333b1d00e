"""The facts that a booklet tells about a board of an event, and their sentences."""
