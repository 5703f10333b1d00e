"""Movements: who meets whom, where, and on which boards. Nothing here knows about names, clocks or databases.

Used by `clubsite.nights` (a session's Movement and its Seatings), by `clubsite.director` (the director's
recommendations and previews) and by `python -m movements` (plans as JSON for other programs).

`plan` defines what a movement is, and `catalogue` lists every movement by name. `checks` says what each movement has
to satisfy, and `balance` how even it is. `choose` recommends movements, `swiss` draws the next round, and
`repair` changes a movement during the night.

>>> from movements.mitchell import straight
>>> straight(7, 7).round(2)[0]
Pairing(round=2, table=1, ns=1, ew=14, boardset=2)
>>> from movements.checks import problems
>>> problems(straight(7, 7))
[]
>>> from movements.choose import options
>>> options(12, boards_per_round=2)[0].title
'Howell, 6 tables, 11 rounds of 2 boards'
"""
