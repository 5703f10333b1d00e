"""Verdicts on finished plays and boards, in figures and in words. Only this package of the solver knows the scores."""
