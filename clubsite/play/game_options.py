"""A game's options as questions that a player would ask, at home and at a club, and as form fields.

`games.registry` defines the options and their defaults. This module has only the sentences.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms

ON_OFF = {"on": "Yes", "off": "No"}


@dataclass(frozen=True, slots=True)
class OptionQuestion:
    """One option: the question, and an answer for each value. A `late` option is folded away on the page.

    `note` says in a sentence or two what the answers mean, and `rule` is the number of the paragraph that says it all.
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
# The choices of a club for its sessions of Two Handed Solo Bridge.
SOLO_OPTIONS = {
    "hints": HINTS,
    "auction_end": AUCTION_END,
    **TABLE_OPTIONS,
    "misclick": OptionQuestion(
        MISCLICKS.text,
        {"on": "Yes; a robot answers at once", "robot": "Yes; a robot waits two seconds for it", "off": "No"},
    ),
}


def question_field(question: OptionQuestion, usual: str) -> forms.ChoiceField:
    """Return a field that shows the question as radio buttons. If no answer is chosen, the default applies."""
    return forms.ChoiceField(  # type: ignore[call-arg]  # the stubs do not know `template_name`
        label=question.text,
        help_text=question.note,
        choices=list(question.answers.items()),
        initial=usual,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the answers."},
        template_name="django/forms/question.html",
    )


def unusual(questions: Mapping[str, OptionQuestion], chosen: Mapping[str, str], usual: Mapping[str, str]) -> list[str]:
    """Return a sentence for each unusual option, such as `What ends the auction? The first pass after a bid.`"""
    return [
        f"{question.text} {question.answers[chosen[name]]}."
        for name, question in questions.items()
        if name in chosen and chosen[name] != usual[name]
    ]
