"""How the Howells of `movements/data/howells.json` are found: nothing here runs on a club's night.

`designs` finds who meets whom, when and on which boards; `orientation` then turns tables round until everybody
competes as evenly as possible; `recipes` puts both together from a few numbers that are kept with each result.
"""
