"""The director's forms for typing a score, and for choosing how the session is scored."""

import datetime
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.formats import date_format

from clubsite.clubs.models import Club
from clubsite.core.forms import ButtonForm, LineField, ShortNumberField, WholeField
from clubsite.core.refused import Refused
from clubsite.nights.models import Contestant
from clubsite.privacy.names import names_warning
from clubsite.rankings.selectors.corrections import CorrectionPeriod
from clubsite.rankings.services.settings import ContestantFacts
from clubsite.scores.forms import ScoreForm
from clubsite.scores.models import CorrectionReason, ScoreStatus
from games.wording import contestant_sides
from scoring.handicap import SCHEMES
from scoring.session import PENALTY_UNITS
from scoring.settings import CHOICES, ScoringSettings

HANDICAPS = {
    "fifty_minus_average": "50 less the average of all nights",
    "fifty_minus_last_10": "50 less the average of the last 10",
    "half_of_fifty_minus_last_10": "Half of 50 less the average of the last 10",
    "fifty_minus_last_10_capped": "50 less the average of the last 10, at most 10 either way",
    "plus_only_last_10": "50 less the average of the last 10, never less than nothing",
}
LABELS = {
    "method": "Method",
    "winners": "Winners",
    "fewer_results": "A board with fewer results",
    "rounding": "Board scores",
    "points": "Match points are shown as",
    "field": "A board’s results are compared",
    "sections": "Sections",
    "imp_divisor": "Cross-IMPs",
    "sit_outs": "After a sit-out",
    "ties": "A shared first place",
    "strata_rank": "Strata",
}
LONGEST_STRATUM = 10
TWO_DIFFERENT = "Choose two different contestants who play."
REASON_READ = "Members read it once it is published; everybody else reads what you choose below."
REASON_AFTER_PERIOD = " The correction period ended on {} (Law 79C): an owner of the club has to publish it."
REASON_ASKED = "Write why the score is changed: it stays beside the old one."


class TypedField(LineField):
    """A text field on the score sheet, at most `most` characters long, with an `example`."""

    def __init__(self, label: str, most: int, example: str = "", *, help_text: str = "", **attrs: Any) -> None:
        super().__init__(required=False, label=label, help_text=help_text)
        self.widget.attrs |= {"maxlength": most, "autocomplete": "off", "placeholder": example or False, **attrs}


class ScoreSheetForm(ScoreForm):
    """A score typed by a director: keys for the parts of the contract, and a ruling. A correction needs a reason."""

    level = LineField(required=False)
    strain = LineField(required=False)
    doubled = LineField(required=False)
    lead = TypedField("Lead, if known", 4, "C5", autocapitalize="characters")
    points = TypedField("Score on the slip, to check", 6, "420 or -50")
    artificial = TypedField("or written out, as A6040", 11)
    ruling = TypedField(
        "The ruling",
        200,
        "60% 620, 40% -100",
        help_text=(
            "One score: 620. Weighted: 60% 620, 40% -100. For each side: 620 / -100, or 620 / A40 with a percentage."
        ),
    )
    group = TypedField(
        "Group of tables that had the same cards",
        3,
        "A",
        autocapitalize="characters",
        help_text=(
            "Scores are compared within their group, and brought to the field by Neuberg’s formula. Leave it empty for "
            "the tables before the fault."
        ),
    )
    why = TypedField("Why is it changed?", 200, "Both agree it was 9 tricks")
    go = LineField(required=False)
    """The button: read, save or change."""

    def __init__(self, data: Any = None, *, correcting: bool, period: CorrectionPeriod | None, **more: Any) -> None:
        super().__init__(data, **more)
        self.correcting = correcting
        first, _ = contestant_sides(self.table_board.round.section.pairs)
        self.fields["ruling"].label = f"The ruling, in points from {first}’s side"
        if period:
            over = REASON_AFTER_PERIOD.format(date_format(period.last, "j F Y")) if period.over else ""
            self.fields["why"].help_text = f"{REASON_READ}{over}"

    def clean(self) -> dict[str, Any]:
        typed = super().clean()
        if "why" in self.errors:
            self.fields["why"].widget.attrs["autofocus"] = True
        return typed

    def clean_why(self) -> str:
        why = str(self.cleaned_data["why"])
        if self.correcting and not why:
            raise forms.ValidationError(REASON_ASKED)
        return why

    def parts(self) -> dict[str, Any]:
        typed = self.cleaned_data
        bid = typed["level"] or typed["strain"]
        contract = f"{typed['level']}{typed['strain']}{typed['doubled']}" if bid else ""
        ruling = typed["ruling"] if self._ruled else typed["artificial"]
        return {**super().parts(), "contract": contract, "artificial": ruling}

    def refuse(self, no: Refused) -> None:
        if self._ruled and "artificial" in no.problems:
            no = Refused({"ruling": no.problems["artificial"]})
        super().refuse(no)

    @property
    def _ruled(self) -> bool:
        return bool(self.cleaned_data.get("status") == ScoreStatus.ASSIGNED)


def field_of(table_board: int) -> str:
    return f"line-{table_board}"


class PaperForm(ButtonForm):
    """A field for each given row, and one reason for all the changes."""

    why = LineField(
        required=False,
        label="Why is a score changed?",
        help_text="Only if you type over a score that is in. Members read it; everybody else reads what you choose "
        "below.",
        widget=forms.TextInput({"maxlength": 200}),
    )
    reason = forms.TypedChoiceField(choices=CorrectionReason, empty_value=CorrectionReason.OTHER, required=False)
    named = LineField(required=False)
    """The reason that was refused because it contains a name. If it is sent again, it is meant so."""

    def __init__(self, data: Any, table_boards: Iterable[int]) -> None:
        super().__init__(data)
        self.fields.update({field_of(pk): LineField(required=False) for pk in table_boards})


class LatePublishForm(forms.Form):
    """The reason for publishing after the correction period, whose last day was `last`."""

    why = TypedField("Why, after the correction period?", 200)

    def __init__(self, last: datetime.date) -> None:
        super().__init__(auto_id="publish-%s")
        ended = f"It ended on {date_format(last, 'j F Y')} (Law 79C): you agree to it for the club."
        self.fields["why"].help_text = f"{ended} Members read the reason; write no names."


class ScoringForm(forms.Form):
    """The settings of `scoring.settings`, each with its default."""

    tiny_groups = forms.BooleanField(
        required=False, label="Very few results: 65/60/55 per cent and so on in place of Neuberg’s figures"
    )
    butler_trim = WholeField(min_value=0, max_value=5, label="Butler: results left out at each end of the average")
    strata = forms.CharField(
        required=False,
        max_length=120,
        label="Strata",
        help_text="Names from the highest down, with spaces: A B C. Empty: none",
    )
    handicap = forms.ChoiceField(
        required=False, label="Handicap", choices=[("", "None"), *((key, HANDICAPS.get(key, key)) for key in SCHEMES)]
    )
    carry_over = forms.CharField(
        required=False,
        max_length=8,
        label="Carried over",
        help_text="How many nights like this one the earlier result is worth: 1, 1/2. Empty: nothing",
    )

    def __init__(self, *args: Any, settings: ScoringSettings, several: bool, **kwargs: Any) -> None:
        kwargs["initial"] = shown(settings)
        super().__init__(*args, **kwargs)
        for name, choices in CHOICES.items():
            self.fields[name] = forms.ChoiceField(choices=list(choices.items()), required=False, label=LABELS[name])
        if not several:
            for name in ("field", "sections"):
                self.fields[name].widget = forms.HiddenInput()

    def clean_strata(self) -> list[str]:
        names = self.cleaned_data["strata"].replace(",", " ").split()
        if any(len(name) > LONGEST_STRATUM for name in names):
            raise forms.ValidationError(f"A stratum’s name has at most {LONGEST_STRATUM} letters.")
        return names

    def values(self) -> dict[str, Any]:
        """Return the settings in the form that `ScoringSettings.from_json` reads."""
        facts = dict(self.cleaned_data)
        facts["carry_over"] = facts["carry_over"].strip() or "0"
        return {name: value for name, value in facts.items() if value != "" or name == "winners"}


def shown(settings: ScoringSettings) -> dict[str, Any]:
    values = {name: getattr(settings, name) for name in (*CHOICES, "tiny_groups", "butler_trim")}
    handicap = settings.handicap.to_json() if settings.handicap else ""
    carry = str(settings.carry_over) if settings.carry_over else ""
    strata = " ".join(settings.strata)
    winners = str(settings.winners or "")
    return {**values, "winners": winners, "strata": strata, "handicap": handicap, "carry_over": carry}


class ContestantForm(forms.Form):
    """One contestant's stratum, handicap and carry-over. The form asks only for the values that the session uses."""

    stratum = forms.ChoiceField(required=False, label="Stratum")
    handicap = forms.DecimalField(required=False, max_digits=5, decimal_places=2, label="Handicap, per cent")
    carry = forms.CharField(required=False, max_length=12, label="Brought along")

    def __init__(self, data: Any = None, *, contestant: Contestant, name: str, settings: ScoringSettings) -> None:
        initial = {"stratum": contestant.stratum, "handicap": contestant.handicap, "carry": contestant.carry}
        super().__init__(data, prefix=f"contestant{contestant.pk}", initial=initial)
        self.contestant, self.name = contestant, name
        highest, *lower = settings.strata or ("",)
        self.fields["stratum"].choices = [("", highest), *((stratum, stratum) for stratum in lower)]  # type: ignore[attr-defined]
        used = {"stratum": settings.strata, "handicap": settings.handicap, "carry": settings.carry_over}
        for field, wanted in used.items():
            if not wanted:
                del self.fields[field]

    def facts(self) -> ContestantFacts:
        """Return the contestant's values. A value for which the form did not ask is unchanged."""
        typed, own = self.cleaned_data, self.contestant
        return ContestantFacts(*(typed.get(name, getattr(own, name)) for name in ("stratum", "handicap", "carry")))


class PenaltyForm(forms.Form):
    contestant = forms.ChoiceField(label="Who", error_messages={"required": "Choose who is penalised."})
    amount = forms.DecimalField(
        max_digits=7, decimal_places=2, label="How much", initial=Decimal(10), help_text="Less than 0: an award"
    )
    unit = forms.ChoiceField(
        choices=[(key, PENALTY_UNITS[key]) for key in ("top", "points", "percent")], label="Counted in"
    )
    why = forms.CharField(max_length=200, label="Why", help_text="Members read it; everybody else reads “Ruling”.")
    named = LineField(required=False, widget=forms.HiddenInput)
    """The reason that was refused because it contains a name. If it is sent again, it is meant so."""

    def __init__(self, data: Any = None, *, club: Club, people: list[tuple[int, str]]) -> None:
        super().__init__(data, prefix="penalty")
        self.club = club
        self.fields["contestant"].choices = [("", "choose"), *((str(pk), name) for pk, name in people)]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        typed = self.cleaned_data
        if fault := names_warning(self.club, typed.get("why", ""), typed["named"]):
            self.add_error("why", fault)
        return typed

    @property
    def warned(self) -> str:
        """The reason typed for the penalty, if it has just been refused, else ""."""
        return str(self["why"].value()) if "why" in self.errors else ""


class DrawForm(forms.Form):
    """Two contestants in a draw to be swapped. `number` and `seen` are the round and the draw that the page showed."""

    one = ShortNumberField(TWO_DIFFERENT, label="This one")
    other = ShortNumberField(TWO_DIFFERENT, label="and this one")
    number = ShortNumberField("Look at the draw first: this page is of another round.", required=False)
    seen = LineField(required=False)

    def list_seats(self, seats: Sequence[dict[str, Any]]) -> None:
        choices = [(str(seat["number"]), f"{seat['label']} {seat['name']}") for seat in seats]
        for name in ("one", "other"):
            self.fields[name].widget = forms.Select(choices=choices)
        self.initial = {"other": str(seats[1]["number"])} if len(seats) > 1 else {}
