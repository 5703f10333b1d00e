"""The lounge's games: the questions about the robot, the clock and claims, and the options in words."""

from clubsite.play.robot_names import STRENGTHS
from games.game import Game
from games.option_questions import OptionQuestion
from games.registry import game_for, names, rules_for

_USUAL_AT_HOME = {"undo": "consent"}
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
GAMES = {name: game_for(name) for name in names()}


def strength_question(game: Game) -> OptionQuestion:
    """Return how strong the robot is; at a solitaire, which robot plays the same deals."""
    answers = {name: STRENGTHS[name].capitalize() for name in game.strengths}
    if game.alone:
        return OptionQuestion(SAME_DEALS_ASKED, {"": "Nobody", **answers}, late=False, note=SAME_DEALS_NOTE)
    return OptionQuestion("How strong is the robot?", answers, late=False)


def usual_strength(game: Game) -> str:
    """Return the answer to `strength_question` if none was chosen: "" at a solitaire."""
    return "" if game.alone else USUAL_STRENGTH


def clock_words(minutes: int) -> str:
    """Return a sentence about a table's clock, or "" if it has none."""
    if not minutes:
        return ""
    return f"Each player has {minutes} minutes for a deal; then a robot plays the rest of it for them."


def home_default(game: str, option: str) -> str:
    """Return an option's default at home. The default for taking back differs from that at clubs (SOLO-22b)."""
    if option in _USUAL_AT_HOME:
        return _USUAL_AT_HOME[option]
    return {**rules_for(game).options, **game_for(game).match_options}[option][0]


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
