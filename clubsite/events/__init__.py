"""Simultaneous events: the same sealed boards in many clubs, and one ranking over all of them."""
