"""The options of Two Handed Solo Bridge at home as questions, and those of a match."""

from games.option_questions import AUCTION_END, HINTS, HOME_TABLE_OPTIONS, ON_OFF, OptionQuestion
from games.rules import Chosen

QUESTIONS = {
    "match": OptionQuestion(
        "What is a match?",
        {
            "four_deals": "Four deals, nobody vulnerable",
            "chicago": "Chicago",
            "boards_6": "Six boards",
            "boards_8": "Eight boards",
            "rubber": "A rubber",
        },
        late=False,
        note="All but a rubber add up duplicate scores. In Chicago nobody is vulnerable on the first deal, "
        "one player on the second, the other on the third, both on the fourth. Six and eight boards go on "
        "from there in the same way. Two games win a rubber.",
        rule="SOLO-26",
    ),
    "hints": HINTS,
    "honours": OptionQuestion(
        "Do honours count in a rubber?",
        ON_OFF,
        note="100 for four trump honours in your hand or in your dummy as dealt, 150 for five or for four "
        "aces at no trump.",
        rule="SOLO-26b",
    ),
    "passed_out": OptionQuestion(
        "A deal that is passed out",
        {"counts": "Counts as one of the match", "redeal": "Is dealt again"},
        note="Dealt again, it has the same dealer and is not one of the four, six or eight deals. In a "
        "rubber the next player deals in any case.",
        rule="SOLO-26a",
    ),
    "auction_end": AUCTION_END,
    **HOME_TABLE_OPTIONS,
}

MATCH_OPTIONS = {
    "match": ("four_deals", "chicago", "boards_6", "boards_8", "rubber"),  # SOLO-26
    "passed_out": ("counts", "redeal"),  # SOLO-26a
    "honours": ("on", "off"),  # SOLO-26b, at rubber
}


def match_kind(options: Chosen) -> str:
    """Return the kind of match: a number of boards is an option of one kind."""
    return "boards" if options["match"].startswith("boards_") else options["match"]
