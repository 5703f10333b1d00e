"""Visibility of boards: the facts about a reader are collected here, and the rule in `clubsite.secrecy` answers."""
