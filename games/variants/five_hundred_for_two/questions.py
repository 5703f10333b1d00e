"""The options of 500 for two at home as questions, and those of a match."""

from games.option_questions import HOME_TABLE_OPTIONS, OptionQuestion
from games.rules import Chosen

QUESTIONS = {
    "match": OptionQuestion("What is a match?", {"three": "Best of three games", "one": "One game"}, late=False),
    "auction": OptionQuestion(
        "During the auction",
        {"open": "All cards lie open", "closed": "Only the dummies lie open"},
    ),
    "after_pass": OptionQuestion("Who has passed", {"in": "May come back in", "out": "Calls no more"}),
    "kitty": OptionQuestion("The kitty", {"hand": "Goes to the contractor", "dead": "Stays aside"}),
    "first_lead": OptionQuestion("Who leads first?", {"defender": "The defender", "contractor": "The contractor"}),
    "misere": OptionQuestion("May misère be bid?", {"off": "No", "on": "Yes"}),
    "out_on_tricks": OptionQuestion(
        "Can defender's tricks win the game?",
        {
            "no": "No, a contract must be made",
            "yes": "Yes, 500 is 500",
            "cap_490": "They stop at 490",
        },
    ),
    **HOME_TABLE_OPTIONS,
}

MATCH_OPTIONS = {
    "match": ("three", "one"),  # FH-28
    "out_on_tricks": ("no", "yes", "cap_490"),  # FH-27
}


def match_kind(options: Chosen) -> str:
    """Return the only kind of match."""
    return "five_hundred"
