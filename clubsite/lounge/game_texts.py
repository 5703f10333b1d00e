"""The lounge's games, with their options phrased as questions that a player would ask.

`games.registry` and `scoring.home` define the options and their defaults. This module contains only the
wording, and a test checks that the two match.
"""

from dataclasses import dataclass, field
from typing import Any

from clubsite.play.game_options import AUCTION_END, HINTS, MISCLICKS, ON_OFF, TABLE_OPTIONS, OptionQuestion
from clubsite.play.robot_names import STRENGTHS
from games.registry import rules_for
from games.rules import Rules
from scoring.home import match_options
from solver.guesses import GUESSING_STRENGTHS


@dataclass(frozen=True, slots=True)
class GameText:
    """A game as shown in the lounge."""

    name: str
    questions: dict[str, OptionQuestion] = field(default_factory=dict)
    strengths: tuple[str, ...] = ()  # of the robot, weakest first; none: the game's own robot

    @property
    def strength_question(self) -> OptionQuestion:
        """How strong the robot is; at a solitaire, which robot plays the same deals."""
        answers = {name: STRENGTHS[name].capitalize() for name in self.strengths}
        if self.alone:
            return OptionQuestion(SAME_DEALS_ASKED, {"": "Nobody", **answers}, late=False, note=SAME_DEALS_NOTE)
        return OptionQuestion("How strong is the robot?", answers, late=False)

    @property
    def usual_strength(self) -> str:
        """The answer to `strength_question` if none was chosen: "" at a solitaire, and at a game with one robot."""
        return "" if self.alone or not self.strengths else USUAL_STRENGTH

    @property
    def rules(self) -> Rules[Any]:
        return rules_for(self.name)

    @property
    def alone(self) -> bool:
        return len(self.rules.players) == 1


_UNDO = TABLE_OPTIONS["undo"]
_USUAL_AT_HOME = {"undo": "consent"}
# At home there is no director.
_AT_HOME = {
    **TABLE_OPTIONS,
    "undo": OptionQuestion(_UNDO.text, {value: _UNDO.answers[value] for value in ("consent", "off")}),
}
WHIST_STRENGTHS = ("beginner", "club", "perfect")
GAMES_WITH_CHECKED_CLAIMS = ("solo",)
USUAL_STRENGTH = "club"
SAME_DEALS_ASKED = "Who else plays the same deals?"
SAME_DEALS_NOTE = "A robot plays each deal after you, and sees no more than you did. Your score sheet has both results."
CHECKED_CLAIMS = OptionQuestion(
    "Check claims by computer?", {"no": "No, the other answers", "yes": "Yes, by the exact value"}
)
PACE_QUESTION = OptionQuestion(
    "How fast does the robot play?", {"person": "Like a person, with time to think", "at_once": "At once"}
)
CLOCK_QUESTION = OptionQuestion(
    "Is there a clock?",
    {"0": "No, take your time", "3": "3 minutes each for a deal", "6": "6 minutes each", "12": "12 minutes each"},
    note="It runs while you are on turn. When your time is up, a robot plays the rest of the deal for you.",
)
CLAIMS_CHECKED = "Claims are checked by computer."
_NOTES = OptionQuestion("May you look again at cards you have seen?", {"off": "No, remember them", "on": "Yes"})

GAMES = {
    game.name: game
    for game in (
        GameText(
            "solo",
            {
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
                **_AT_HOME,
            },
            strengths=tuple(STRENGTHS),
        ),
        GameText(
            "secret_card",
            {
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
                "notes": _NOTES,
                "misclick": MISCLICKS,
            },
            strengths=tuple(GUESSING_STRENGTHS),
        ),
        GameText(
            "umbrage",
            {
                "score": OptionQuestion(
                    "What is a match?",
                    {"rubber": "A rubber", "chicago": "Chicago, four deals"},
                    late=False,
                    note="In Chicago nobody is vulnerable on the first deal, the dealer on the second and third, both "
                    "on the fourth. Two games win a rubber.",
                    rule="UM-18c",
                ),
                "honours": OptionQuestion("Do honours count in a rubber?", ON_OFF),
                "part_scores": OptionQuestion(
                    "Part-scores at Chicago", {"duplicate": "Score 50 at once", "carried": "Carry over"}
                ),
                "repeat": OptionQuestion(
                    "A repeated bid",
                    {"fresh": "Is a new bid: a double falls away", "keeps_double": "Keeps the double on it"},
                ),
                "notes": _NOTES,
                "misclick": MISCLICKS,
            },
            strengths=tuple(GUESSING_STRENGTHS),
        ),
        GameText(
            "bridge_solitaire",
            {
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
                "turned_shown": OptionQuestion(
                    "Which turned cards stay in sight?", {"last": "The last trick's", "all": "All"}
                ),
                "discards_shown": OptionQuestion(
                    "Which discards may you look at?",
                    {"top": "The top one", "all": "All seven"},
                    note="With all seven the discard pile lies open.",
                    rule="BS-2b",
                ),
                "misclick": MISCLICKS,
            },
            strengths=tuple(GUESSING_STRENGTHS),
        ),
        GameText(
            "whist_for_two",
            {
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
                **_AT_HOME,
            },
            strengths=WHIST_STRENGTHS,
        ),
        GameText(
            "five_hundred_for_two",
            {
                "match": OptionQuestion(
                    "What is a match?", {"three": "Best of three games", "one": "One game"}, late=False
                ),
                "auction": OptionQuestion(
                    "During the auction",
                    {"open": "All cards lie open", "closed": "Only the dummies lie open"},
                ),
                "after_pass": OptionQuestion("Who has passed", {"in": "May come back in", "out": "Calls no more"}),
                "kitty": OptionQuestion("The kitty", {"hand": "Goes to the contractor", "dead": "Stays aside"}),
                "first_lead": OptionQuestion(
                    "Who leads first?", {"defender": "The defender", "contractor": "The contractor"}
                ),
                "misere": OptionQuestion("May misère be bid?", {"off": "No", "on": "Yes"}),
                "out_on_tricks": OptionQuestion(
                    "Can defender's tricks win the game?",
                    {
                        "no": "No, a contract must be made",
                        "yes": "Yes, 500 is 500",
                        "cap_490": "They stop at 490",
                    },
                ),
                **_AT_HOME,
            },
            strengths=tuple(GUESSING_STRENGTHS),
        ),
    )
}


def clock_words(minutes: int) -> str:
    """Return a sentence about a table's clock, or "" if it has none."""
    if not minutes:
        return ""
    return f"Each player has {minutes} minutes for a deal; then a robot plays the rest of it for them."


def home_default(game: str, option: str) -> str:
    """Return an option's default at home. The default for taking back differs from that at clubs (SOLO-22b)."""
    if option in _USUAL_AT_HOME:
        return _USUAL_AT_HOME[option]
    return {**rules_for(game).options, **match_options(game)}[option][0]


def home_options(game: str, *, of_play: bool) -> dict[str, str]:
    """Return the defaults at home of all options of each play (if `of_play`) or of the match."""
    known = rules_for(game).options
    return {name: home_default(game, name) for name in GAMES[game].questions if (name in known) == of_play}


def options_in_words(game: str, chosen: dict[str, str]) -> list[str]:
    """Return a sentence for each unusual option of this table. Match options are always included."""
    return [
        f"{question.text} {question.answers[chosen[name]]}."
        for name, question in GAMES[game].questions.items()
        if name in chosen and (not question.late or chosen[name] != home_default(game, name))
    ]
