"""How the Howells in `movements/data/howells.json` are found. Nothing here runs during a club's night.

`designs` finds who meets whom, when and on which boards. `orientation` then turns tables round until everyone
competes as evenly as possible. `recipes` combines the two from a few numbers that are stored with each result.
"""
