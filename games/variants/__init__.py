"""The games themselves. None of them imports another game."""
