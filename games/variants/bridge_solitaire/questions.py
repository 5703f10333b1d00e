"""The options of Bridge Solitaire at home as questions, and those of a match."""

from games.option_questions import MISCLICKS, OptionQuestion
from games.rules import Chosen

QUESTIONS = {
    "score": OptionQuestion(
        "How is it scored?",
        {"rubber": "As a rubber", "duplicate": "As duplicate", "chicago": "As Chicago, four deals"},
        late=False,
        note="In Chicago nobody, you, the stock and both are vulnerable in turn, part-scores carry over, "
        "and a game gets its 300 or 500 at once.",
        rule="BS-12b",
    ),
    "deals": OptionQuestion("How many deals at duplicate?", {"4": "Four", "8": "Eight", "16": "Sixteen"}),
    "count": OptionQuestion(
        "How does the stock count your tricks?",
        {"winners": "Winning tricks", "quick": "Quick tricks"},
    ),
    "jokers_left": OptionQuestion(
        "Jokers left when the stock is used up",
        {"stock": "Win for the stock", "player": "Win for you"},
    ),
    "turned_shown": OptionQuestion("Which turned cards stay in sight?", {"last": "The last trick's", "all": "All"}),
    "discards_shown": OptionQuestion(
        "Which discards may you look at?",
        {"top": "The top one", "all": "All seven"},
        note="With all seven the discard pile lies open.",
        rule="BS-2b",
    ),
    "misclick": MISCLICKS,
}

MATCH_OPTIONS = {
    "score": ("rubber", "duplicate", "chicago"),  # BS-12a, BS-12b
    "deals": ("4", "8", "16"),  # of duplicate
}


def match_kind(options: Chosen) -> str:
    """Return the kind of match."""
    return "solitaire_chicago" if options["score"] == "chicago" else options["score"]
