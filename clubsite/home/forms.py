"""The forms for a new table, and for a friend who is joining a table."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import capfirst

from clubsite.core.forms import CODE_INPUT, ButtonForm, LineField
from clubsite.home.models import Against, HomeMatch, Phrase, PlayerReport, ReportDecision, ReportReason
from clubsite.home.questions import (
    CHECKED_CLAIMS,
    CLOCK_QUESTION,
    GAMES,
    GAMES_WITH_CHECKED_CLAIMS,
    PACE_QUESTION,
    USUAL_STRENGTH,
    home_default,
    home_options,
    strength_question,
    usual_strength,
)
from clubsite.home.selectors.challenges import CHALLENGE_GAME, MATCH_OF_BOARDS
from clubsite.home.selectors.matches import MAX_NAME_LENGTH, readable
from clubsite.home.services.matches import Terms
from clubsite.play.game_options import question_field
from games.wording import number_name

OPPONENTS = {
    against: (against, format_html("<b>{}</b><small>{}</small>", capfirst(against.label), note))
    for against, note in [
        (Against.FRIEND, "You get a link and a square code to send or show. Your friend needs no account."),
        (Against.ROBOT, "It sees what its seat may see, and no more."),
        (Against.ANYBODY, "You are shown on the page Play at home. A robot plays with you until somebody comes."),
    ]
}
NOTE = '{} <a href="{}">Rule {}</a>'
NAME_ASKED = "Say what you are called, so that the score sheet can say who won."


class PlayerNameField(forms.CharField):
    """A field for a player's name, on one line."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            max_length=MAX_NAME_LENGTH,
            label="Your name",
            error_messages={
                "required": NAME_ASKED,
                "max_length": "That name is too long: 40 letters are enough.",
            },
            widget=forms.TextInput(attrs={"autocomplete": "given-name", "autocapitalize": "words"}),
            **kwargs,
        )

    def to_python(self, value: Any) -> Any:
        return super().to_python(readable(str(value or "")))


class TableCodeForm(forms.Form):
    """The form for the code of a table that is waiting for a friend."""

    code = LineField(label="The table’s code", widget=forms.TextInput(CODE_INPUT | {"maxlength": 300}))


class ComeInForm(forms.Form):
    """The form in which a player who takes a seat enters a name."""

    name = PlayerNameField()


def against_field(*against: Against) -> forms.ChoiceField:
    """Return the question against whom somebody plays, with these answers."""
    return forms.ChoiceField(
        label="Against whom?",
        choices=[OPPONENTS[each] for each in against],
        error_messages={"required": "Choose against whom you play."},
        widget=forms.RadioSelect,
    )


class NewTableForm(forms.Form):
    """A form for choosing the opponent, with every game option as a plain-language question."""

    name = PlayerNameField()
    against = against_field(Against.FRIEND, Against.ROBOT)

    def __init__(self, game: str, *args: Any, anybody: bool = False, **kwargs: Any) -> None:
        """`anybody` is true for somebody who may wait for whoever comes."""
        super().__init__(*args, **kwargs)
        self.game = GAMES[game]
        if anybody:
            self.fields["against"] = against_field(*OPPONENTS)
        if self.game.alone:
            self.fields["against"] = forms.ChoiceField(choices=[(Against.NOBODY, "")], widget=forms.HiddenInput)
        self.fields["strength"] = question_field(strength_question(self.game), usual_strength(self.game))
        if game in GAMES_WITH_CHECKED_CLAIMS:
            self.fields["checked"] = question_field(CHECKED_CLAIMS, "no")
        if not self.game.alone:
            self.fields["pace"] = question_field(PACE_QUESTION, "person")
            self.fields["clock"] = question_field(CLOCK_QUESTION, "0")
        for name, question in self.game.questions.items():
            self.fields[name] = question_field(question, home_default(game, name))
            if question.rule:
                address = f"{reverse('home:rules', args=[game])}#{question.rule}"
                self.fields[name].help_text = format_html(NOTE, question.note, address, question.rule)

    def terms(self, options: Mapping[str, str] | None = None) -> Terms:
        """Return what is played at the table. `options` are those of the plays, if they are not to be chosen."""
        chosen = self.cleaned_data
        return {
            "game": self.game.name,
            "against": chosen["against"],
            "options": self._chosen(of_play=True) if options is None else dict(options),
            "match_options": self._chosen(of_play=False),
            "strength": chosen.get("strength") or usual_strength(self.game),
            "claims_checked": chosen.get("checked") == "yes",
            "at_once": chosen.get("pace") == "at_once",
            "clock": int(chosen.get("clock") or 0),
        }

    def _chosen(self, *, of_play: bool) -> dict[str, str]:
        usual = home_options(self.game.name, of_play=of_play)
        return {name: self.cleaned_data.get(name) or default for name, default in usual.items()}

    def first_questions(self) -> list[forms.BoundField]:
        """Return the questions that the page shows immediately."""
        return [self[name] for name, question in self.game.questions.items() if not question.late]

    def other_questions(self) -> list[forms.BoundField]:
        """Return the questions that the page shows only when unfolded."""
        robot = [self[name] for name in ("clock", "pace", "checked") if name in self.fields]
        return robot + [self[name] for name, question in self.game.questions.items() if question.late]


class ChallengeForm(forms.Form):
    """The form for a challenge: how many boards, and how strong a robot both meet."""

    boards = forms.TypedChoiceField(
        label="How many boards?",
        choices=[(boards, f"{number_name(boards).capitalize()} boards") for boards in MATCH_OF_BOARDS],
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose how many boards you two play."},
    )
    strength = question_field(strength_question(GAMES[CHALLENGE_GAME]), USUAL_STRENGTH)
    pace = question_field(PACE_QUESTION, "person")
    name = PlayerNameField()

    def terms(self) -> dict[str, Any]:
        """Return the arguments that the answers are for `challenge_create`."""
        chosen = self.cleaned_data
        return {
            "name": chosen["name"],
            "boards": chosen["boards"],
            "strength": chosen["strength"] or USUAL_STRENGTH,
            "at_once": chosen["pace"] == "at_once",
        }


class SayForm(forms.Form):
    """The phrase that a player says to the other."""

    phrase = forms.ChoiceField(choices=Phrase.choices)


class ReportForm(forms.Form):
    """The form in which a player reports the other to the keeper of the site."""

    reason = forms.ChoiceField(
        label="What is wrong?",
        choices=ReportReason.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what is wrong."},
    )


class DecideForm(forms.Form):
    """The form in which the site's keeper closes a report."""

    report = forms.ModelChoiceField(PlayerReport.objects.select_related("of__match"), widget=forms.HiddenInput)
    decision = forms.ChoiceField(
        label="Decision", choices=ReportDecision.choices, error_messages={"required": "Choose a decision."}
    )
    note = LineField(label="Note, for keepers alone", max_length=300, required=False)


class CloseForm(ButtonForm):
    """A button with which the site's keeper closes an open table."""

    match = forms.ModelChoiceField(HomeMatch.objects.filter(against=Against.ANYBODY), to_field_name="public_id")


class HomeSeatForm(ButtonForm):
    """A form that says which player of a match a button is for, when one device plays both."""

    player = LineField(required=False)
