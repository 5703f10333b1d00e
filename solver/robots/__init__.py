"""Robots that count, for every game: a choice made from the views that a seat has been shown and from nothing else.

`choice` is the robot. `seen_play` finds the positions that the seat thinks possible, and `guessed_deals` draws some of
them. `guessed_cards`, `five_hundred_calls` and `stock` choose in the games with hidden cards; `claims` claims and
answers claims in every game.
"""
