"""How the Howells in `movements/data/howells.json` are found. Nothing here runs during a club's night.

`designs` finds who meets whom, when and on which boards. `orientation` then swaps N/S and E/W at some tables until
everyone competes as evenly as possible. `recipes` combines the two steps, using a few numbers that are stored with
each result.
"""
