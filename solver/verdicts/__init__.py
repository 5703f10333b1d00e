"""Verdicts on finished plays and boards, in figures and in words. No other package of the solver knows the scores."""
