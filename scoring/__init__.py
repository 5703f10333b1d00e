"""Duplicate scoring: from contracts to points, then to match points or IMPs, and then to percentages and places.

Used by `clubsite.rankings` and `clubsite.season` (for the jobs that score boards and rank sessions, and for series,
ladders and master points), by the pages where scores are typed (`scoring.plausible`) and by `python -m scoring` (which
reads a traveller file and writes JSON). Fractions are exact and rounded only once, in `scoring.figures`.
docs/scoring.md describes each module.

>>> from scoring.contracts import score
>>> score("4S", "NS", "NS", 10)
620
>>> from scoring.board import Line, score_board
>>> score_board([Line("a", ns_score=620), Line("b", ns_score=170)])["a"]
BoardMP(ns=Fraction(2, 1), ew=Fraction(0, 1), top=2)
>>> from scoring.methods import score_lines
>>> from scoring.settings import ScoringSettings
>>> score_lines([Line("a", ns_score=620), Line("b", ns_score=170)], None, ScoringSettings(method="cross_imps"))["a"]
BoardMP(ns=Fraction(10, 1), ew=Fraction(-10, 1), top=1)
"""
