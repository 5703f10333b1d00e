"""The options of whist for two at home as questions, and those of a match."""

from games.option_questions import HOME_TABLE_OPTIONS, OptionQuestion
from games.rules import Chosen

QUESTIONS = {
    "match": OptionQuestion(
        "What is a match?",
        {
            "rubber": "Best of three games",
            "game": "One game",
            "deals_4": "Four deals",
            "deals_8": "Eight deals",
        },
        late=False,
    ),
    "game": OptionQuestion("How many points are a game?", {"5": "Five", "7": "Seven", "10": "Ten"}),
    "trumps": OptionQuestion(
        "What are trumps?",
        {
            "turned": "The last card dealt, turned up",
            "rotate": "Hearts, clubs, diamonds, spades in turn",
            "rotate_nt": "The same, every fifth deal without trumps",
        },
    ),
    "inspection": OptionQuestion(
        "Before the first card",
        {"none": "The hands stay hidden", "open": "All four hands lie open"},
    ),
    "first_lead": OptionQuestion(
        "Who leads first?",
        {"hand": "The non-dealer's hand", "eldest": "The dummy at the dealer's left"},
    ),
    "rubber_points": OptionQuestion("Count rubber points?", {"off": "No", "on": "Yes"}),
    "honours": OptionQuestion("Do honours count?", {"off": "No", "on": "Yes"}),
    **HOME_TABLE_OPTIONS,
}

MATCH_OPTIONS = {
    "match": ("rubber", "game", "deals_4", "deals_8"),  # SW-16
    "game": ("5", "7", "10"),  # SW-15
    "rubber_points": ("off", "on"),  # SW-17
    "honours": ("off", "on"),  # SW-18
}


def match_kind(options: Chosen) -> str:
    """Return the kind of match."""
    return "whist_deals" if options["match"].startswith("deals_") else "whist_games"
