"""How the Howells of `movements/data/howells.json` are found. Nothing here runs on a club's night.

`designs` finds who meets whom, when and on which boards. `orientation` then turns tables round until everybody competes
as evenly as possible. `recipes` combines both from a few numbers that are stored with each result.
"""
