"""Robots that count cards, for every game. A robot chooses only from the views that its seat has been shown.

`choice` is the robot. `seen_play` finds the positions that the seat thinks possible, and `guessed_deals` draws some of
them. `guessed_cards`, `five_hundred_calls` and `stock` choose in the games with hidden cards. `claims` claims and
answers claims in every game.
"""
