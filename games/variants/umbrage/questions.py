"""The options of Umbrage at home as questions, and those of a match."""

from games.option_questions import MISCLICKS, NOTES, ON_OFF, OptionQuestion
from games.rules import Chosen

QUESTIONS = {
    "score": OptionQuestion(
        "What is a match?",
        {"rubber": "A rubber", "chicago": "Chicago, four deals"},
        late=False,
        note="In Chicago nobody is vulnerable on the first deal, the dealer on the second and third, both "
        "on the fourth. Two games win a rubber.",
        rule="UM-18c",
    ),
    "honours": OptionQuestion("Do honours count in a rubber?", ON_OFF),
    "part_scores": OptionQuestion("Part-scores at Chicago", {"duplicate": "Score 50 at once", "carried": "Carry over"}),
    "repeat": OptionQuestion(
        "A repeated bid",
        {"fresh": "Is a new bid: a double falls away", "keeps_double": "Keeps the double on it"},
    ),
    "notes": NOTES,
    "misclick": MISCLICKS,
}

MATCH_OPTIONS = {
    "score": ("rubber", "chicago"),  # UM-18b
    "part_scores": ("duplicate", "carried"),  # UM-18c, at Chicago
    "honours": ("on", "off"),  # UM-18d, at rubber
}


def match_kind(options: Chosen) -> str:
    """Return the kind of match."""
    carried = options["score"] == "chicago" and options["part_scores"] == "carried"
    return "carried_chicago" if carried else options["score"]
