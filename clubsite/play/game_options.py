"""A game's options as questions that a player would ask, at home and at a club, and as form fields.

`games.registry` defines the options and their defaults. This module has only the sentences.
"""

from collections.abc import Mapping

from django import forms

from games.option_questions import AUCTION_END, HINTS, MISCLICKS, TABLE_OPTIONS, OptionQuestion

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
