"""Options of games as questions that a player would ask.

Each game has its own `questions` beside its rules. This module has those that several games share.
"""

from dataclasses import dataclass

ON_OFF = {"on": "Yes", "off": "No"}


@dataclass(frozen=True, slots=True)
class OptionQuestion:
    """One option: the question, and an answer for each value. A `late` option is collapsed on the page.

    `note` explains the answers in a sentence or two, and `rule` is the number of the paragraph with the full rule.
    """

    text: str
    answers: dict[str, str]
    late: bool = True
    note: str = ""
    rule: str = ""


HINTS = OptionQuestion("Show points and lengths in the auction?", ON_OFF, late=False)
MISCLICKS = OptionQuestion("May you take back your own call or card at once, within three seconds?", ON_OFF)
AUCTION_END = OptionQuestion(
    "What ends the auction?", {"two_passes": "Two passes", "first_pass": "The first pass after a bid"}
)
NOTES = OptionQuestion("May you look again at cards you have seen?", {"off": "No, remember them", "on": "Yes"})
# The questions of games for two with dummies in sequence.
TABLE_OPTIONS = {
    "undo": OptionQuestion(
        "May a call or card be taken back?",
        {"director": "By the director only", "consent": "If the other agrees", "off": "Never"},
    ),
    "misclick": MISCLICKS,
    "claim_shows": OptionQuestion("Does a claim show the claimant’s hand?", {"yes": "Yes", "no": "No"}),
    "tricks_shown": OptionQuestion(
        "Which tricks may be looked at?", {"last": "Only the last one", "all": "All of them"}
    ),
    "autoplay": OptionQuestion("The last trick", {"last_trick": "Plays itself", "off": "Is played card by card"}),
}
# At home there is no director.
HOME_TABLE_OPTIONS = {
    **TABLE_OPTIONS,
    "undo": OptionQuestion(
        TABLE_OPTIONS["undo"].text,
        {value: answer for value, answer in TABLE_OPTIONS["undo"].answers.items() if value != "director"},
    ),
}
