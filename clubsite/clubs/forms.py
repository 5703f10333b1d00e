"""The forms for a club's own details, which its directors may change, and for its people."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.forms.boundfield import BoundField

from clubsite.clubs.member_list import MOST_BYTES, MOST_NAME, MOST_NUMBER, ColumnRole, text_of
from clubsite.clubs.models import Club
from clubsite.clubs.time_zones import zone_choices
from clubsite.core.forms import ButtonForm, LineField, NameFormField, PressedField, WholeField
from clubsite.core.refused import Refused

MOST_CORRECTION_DAYS = 90


class ZoneField(forms.ChoiceField):
    """A club's time zone. If the field is empty, the site's time zone is used."""

    def __init__(self) -> None:
        super().__init__(
            choices=_zones,
            label="Time zone",
            required=False,
            help_text="Every time on the club’s pages is told by this clock.",
            error_messages={"invalid_choice": "Choose a time zone from the list."},
        )


def _zones() -> list[Any]:
    here = settings.TIME_ZONE.replace("_", " ")
    return [("", f"That of this site ({here})"), *zone_choices()]


class _Bound(BoundField):
    """A bound field that also submits its initial value in a hidden input, without `aria-` attributes."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: forms.Widget | None = None) -> dict[str, Any]:
        html_attrs = super().build_widget_attrs(attrs, widget)
        if widget is not None and widget.is_hidden:
            return {name: value for name, value in html_attrs.items() if not name.startswith("aria-")}
        return html_attrs


class ClubForm(forms.ModelForm):
    """The details that visitors see on the club's front page, and the time zone used on all the club's pages."""

    bound_field_class = _Bound

    class Meta:
        model = Club
        fields = ("name", "venue", "contact", "paper", "correction_days", "time_zone")
        labels = {"name": "Name of the club", "venue": "Where it plays", "contact": "Whom to ask", "paper": "Paper"}
        help_texts = {
            "venue": "Visitors read it on the front page.",
            "contact": "A name with a telephone number or an address, for visitors.",
            "paper": "The paper in your printer. Slips, cards and results are made for it.",
        }
        error_messages = {
            "name": {"unique": "Another club of this site has this name.", "required": "The club needs a name."}
        }

    time_zone = ZoneField()
    correction_days = WholeField(
        min_value=0,
        max_value=MOST_CORRECTION_DAYS,
        required=False,
        label="Days for corrections",
        help_text="After the day on which results are published first. Afterwards an owner has to agree to a "
        "correction, with a reason (Law 79C).",
    )

    def __init__(self, *args: Any, owner: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone: Any = self.fields["time_zone"]
        if not zone.valid_value(kept := self.instance.time_zone):
            zone.choices = [*zone.choices, (kept, kept)]
        if not owner:
            self.fields["correction_days"].disabled = True
            self.fields["correction_days"].help_text += " An owner sets it."
        self.fields["paper"].required = False
        for field in self.fields.values():
            # The page also sends the values that it showed, so that changes made in another tab are not
            # reverted.
            field.show_hidden_initial = True

    def clean(self) -> dict[str, Any]:
        """Keep the club's number of days and its paper size if the form did not include them."""
        super().clean()
        data = self.cleaned_data
        kept = {name: getattr(self.instance, name) for name in ("correction_days", "paper")}
        return data | {name: value for name, value in kept.items() if data.get(name) in (None, "")}


class NewClubForm(forms.Form):
    """A new club's name and time zone, which the club needs before its first session."""

    name = NameFormField(
        label="Name of the club",
        max_length=120,
        error_messages={"required": "The club needs a name.", "max_length": "A name has at most 120 characters."},
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    time_zone = ZoneField()


class ListedPersonForm(forms.Form):
    """A person on the club's list. `member` is true to turn a guest into a member."""

    name = LineField(
        required=False, label="Name", widget=forms.TextInput({"maxlength": MOST_NAME, "autocomplete": "off"})
    )
    number = LineField(
        required=False,
        label="Number, if the club has any",
        widget=forms.TextInput({"maxlength": MOST_NUMBER, "autocomplete": "off"}),
    )
    member = forms.BooleanField(required=False, label="Is a member now")
    agreed = forms.TypedChoiceField(
        choices=[("", "Not asked yet"), ("yes", "Agreed"), ("no", "Said no")],
        coerce=lambda answer: answer == "yes",
        empty_value=None,
        required=False,
        label="May strangers read this name?",
        help_text="What they told you, on paper or in person.",
    )


class ImportForm(forms.Form):
    """A list of members, pasted or uploaded as a file. The text of the file replaces any pasted list.

    `lines` are the ticked rows; `roles` say what each column contains, if a director has chosen this.
    """

    text = forms.CharField(
        required=False,
        strip=False,
        validators=[MaxLengthValidator(MOST_BYTES)],  # without `maxlength`, which would cut what is pasted
        label="One member a line",
        help_text="“Ruth Ashdown; 101”, “Ashdown, Ruth” or “101 Ruth Ashdown”, with commas, semicolons or tabs. You "
        "can also paste cells copied from Excel. On the next page you see the columns and can change them.",
        widget=forms.Textarea({"rows": 10, "cols": None, "spellcheck": "false", "placeholder": "Ruth Ashdown; 101"}),
    )
    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label="Or a CSV file",
        help_text="If the first line names the columns (“Name”, or “First name” and “Surname”, and “Number”), "
        "others are left out.",
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )
    confirmed = PressedField()

    def clean_file(self) -> str:
        upload = self.cleaned_data["file"]
        if upload is None:
            return ""
        try:
            text = text_of(upload.read())
        except Refused as no:
            raise forms.ValidationError(str(no)) from None
        if len(text) > MOST_BYTES:
            raise forms.ValidationError("That file is too long for a list of members.")
        return text

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        data["text"] = data.get("file") or data.get("text", "")
        lines = self.data.getlist("line")  # type: ignore[attr-defined]
        roles = self.data.getlist("column")  # type: ignore[attr-defined]
        data["roles"] = roles if set(roles) <= set(ColumnRole.values) else []
        data["lines"] = {int(line) for line in lines if line.isdecimal() and len(line) < 6}
        return data


class RoleForm(ButtonForm):
    """An account's role in the club."""

    role = LineField(required=False)


class TokenForm(forms.Form):
    """The name of a program, and whether the program may write."""

    name = LineField(
        required=False,
        label="Which program is it for?",
        widget=forms.TextInput({"maxlength": 60, "autocomplete": "off"}),
    )
    may = forms.ChoiceField(
        required=False,
        label="What may it do?",
        initial="read",
        choices=[
            ("read", "Read: nights, the ranking so far, scores as they come in"),
            ("write", "Read, and type or correct scores in your name"),
        ],
        widget=forms.RadioSelect,
    )
