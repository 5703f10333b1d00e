"""Scores of duplicate: contracts to points, points to match points, match points to percentages and places.

Used by `clubsite.results` (its Celery jobs score each board and rank each session) and by `python -m scoring`
(a traveller file in, JSON out). Exact fractions inside, rounded once, in `scoring.figures`.

>>> from scoring.contracts import score
>>> score("4S", "NS", "NS", 10)
620
>>> from scoring.board import Line, score_board
>>> score_board([Line("a", ns_score=620), Line("b", ns_score=170)])["a"]
BoardMP(ns=Fraction(2, 1), ew=Fraction(0, 1), top=2)
"""
