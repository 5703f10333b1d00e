"""The options of the secret-card game at home as questions, and those of a match."""

from games.option_questions import MISCLICKS, NOTES, OptionQuestion
from games.rules import Chosen

QUESTIONS = {
    "deals": OptionQuestion(
        "How many deals?",
        {"8": "Eight", "4": "Four", "12": "Twelve", "16": "Sixteen", "open": "Until we stop"},
        late=False,
    ),
    "next_a": OptionQuestion(
        "Who opens the next deal?",
        {"winner": "Whoever won the last one", "alternate": "We take turns"},
    ),
    "ace_procedure": OptionQuestion(
        "The ace procedure",
        {"once": "Once a deal", "each": "Once for each player", "off": "Not at all"},
    ),
    "secret_forced": OptionQuestion(
        "Must the secret card be played when only it can follow suit?",
        {"yes": "Yes", "no": "No, it stays a choice"},
    ),
    "notes": NOTES,
    "misclick": MISCLICKS,
}

MATCH_OPTIONS = {
    "deals": ("8", "4", "12", "16", "open"),  # SC-18d
    "next_a": ("winner", "alternate"),  # SC-18a
}


def match_kind(options: Chosen) -> str:
    """Return the only kind of match."""
    return "secret_card"
