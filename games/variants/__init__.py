"""The games themselves, a package each. None of them imports another game."""
