"""Reading and writing files that are exchanged with other programs."""
