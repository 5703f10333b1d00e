"""Visibility of boards. The facts about a reader are collected here, and the rule in `clubsite.secrecy` decides."""
