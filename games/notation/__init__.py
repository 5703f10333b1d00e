"""Files that are exchanged with other programs."""
