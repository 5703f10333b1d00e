"""Forms for a director's announcement of a night, and for a reply from somebody who is coming."""

import datetime
from typing import Any

from django import forms
from django.conf import settings

from clubsite.clubs.services import name_as_kept
from clubsite.core.forms import ButtonForm, LineField, NameFormField, ShortNumberField, WholeField
from clubsite.signups.models import LONGEST_TITLE, MOST_PLACES, ComingNight, NightKind, Reply, ReplyPlayer
from clubsite.signups.services.nights import COMING_FIELDS, MOST_WEEKS

MOST_OF_A_TEAM = 8
TEXT_FIELDS = ("title", "note")
"""Facts about one night that are not copied to the next."""
NAMES_OPEN = (
    "Everybody can read it here, as this club shows names. Write a first name or initials if you like that better."
)
NAMES_KEPT = "Only the club’s directors read it as you type it."
DAY_INPUT = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _clock() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def printable(value: str, also: str = "") -> str:
    """Return the text without any unprintable characters."""
    return "".join(sign for sign in value if sign.isprintable() or sign in also)


class NightForm(forms.Form):
    """A night's announcement."""

    title = LineField(
        max_length=LONGEST_TITLE,
        required=False,
        label="What the night is called",
        help_text="Such as Christmas pairs. Calendars show it. May stay empty.",
    )
    date = forms.DateField(label="Date", widget=DAY_INPUT, error_messages={"required": "Choose the date."})
    start = forms.TimeField(
        label="Begins at",
        widget=_clock(),
        error_messages={"required": "Write when it begins.", "invalid": "Write a time: 19:30."},
    )
    end = forms.TimeField(
        label="Ends at",
        widget=_clock(),
        required=False,
        error_messages={"invalid": "Write a time: 22:30."},
        help_text="May stay empty.",
    )
    place = LineField(max_length=200, required=False, label="Place", help_text="Room and street, for a visitor.")
    fee = LineField(max_length=120, required=False, label="Fee", help_text="As you would say it: $5, members $3.")
    kind = forms.ChoiceField(choices=NightKind.choices, label="Who plays", initial=NightKind.INDIVIDUALS)
    places = WholeField(
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        label="Places for players",
        help_text="A pair takes two. Leave it empty for as many as come. Those who come later go on the waiting list.",
    )
    note = forms.CharField(
        max_length=1000,
        required=False,
        label="Note",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Supper, prizes, where to park.",
    )

    def __init__(self, *args: Any, night: ComingNight | None = None, **kwargs: Any) -> None:
        """Prepare the form for a new night, or for changing `night` if it is given."""
        if night is not None:
            kwargs["initial"] = {name: getattr(night, name) for name in COMING_FIELDS}
        super().__init__(*args, **kwargs)
        self.night = night

    def clean(self) -> dict[str, Any]:
        """Drop unprintable characters from the texts, which calendars show."""
        data = self.cleaned_data
        data |= {name: printable(data[name]) for name in ("title", "place", "fee") if name in data}
        data["note"] = printable(data.get("note", "").replace("\r\n", "\n"), also="\n")
        return data

    def facts(self) -> dict[str, Any]:
        """Return the arguments for the services."""
        return {name: self.cleaned_data[name] for name in COMING_FIELDS}


class NewNightForm(NightForm):
    weeks = WholeField(
        min_value=1,
        max_value=MOST_WEEKS,
        initial=1,
        label="How many weeks",
        help_text="The same night every week: each can be changed or cancelled by itself.",
    )

    def __init__(self, *args: Any, today: datetime.date, last: ComingNight | None, place: str, **kwargs: Any) -> None:
        """Prepare the form as a copy of `last`, the last announced night. `place` is where the club plays."""
        kwargs["initial"] = {"place": place}
        if last is not None:
            kwargs["initial"] = {name: getattr(last, name) for name in COMING_FIELDS if name not in TEXT_FIELDS}
            kwargs["initial"]["date"] = max(last.date + datetime.timedelta(weeks=1), today)
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_date(self) -> datetime.date:
        date: datetime.date = self.cleaned_data["date"]
        if date < self.today:
            raise forms.ValidationError("This day is over. Choose one to come.")
        if date.year > self.today.year + 3:
            raise forms.ValidationError("Choose a day of the next three years.")
        return date


class ReplyForm(forms.Form):
    """The people who are coming. A known visitor (`you`) need not type their name; directors type no mail address."""

    name = NameFormField(max_length=80, label="Your name", error_messages={"required": "Write your name."})
    partner = NameFormField(
        max_length=80,
        required=False,
        label="With whom you come",
        help_text="Leave it empty if you are looking for a partner.",
    )
    team = NameFormField(max_length=60, required=False, label="Name of the team")
    others = forms.CharField(
        max_length=700,
        required=False,
        label="Who else is in the team",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One name on each line. Leave it empty if you are looking for a team.",
    )
    mail = forms.EmailField(
        required=False,
        label="Mail address, if you like",
        help_text="You get a link to change your answer, and a mail if something changes. The address is deleted two "
        "weeks after the night.",
        error_messages={"invalid": "This is not an e-mail address. You can leave it empty."},
    )

    def __init__(
        self,
        *args: Any,
        night: ComingNight,
        you: str = "",
        director: bool = False,
        names_open: bool = False,
        reply: Reply | None = None,
        **kwargs: Any,
    ) -> None:
        """Prepare the form. A known visitor (`you`) types no name. `names_open` is true if strangers can read names."""
        kwargs["initial"] = _initial(reply) if reply else None
        super().__init__(*args, **kwargs)
        self.you = you
        self.fields["name"].help_text = NAMES_OPEN if names_open else NAMES_KEPT
        if you:
            del self.fields["name"]
        if night.kind != NightKind.PAIRS:
            del self.fields["partner"]
        if night.kind != NightKind.TEAMS:
            del self.fields["team"], self.fields["others"]
        if director or not settings.MAIL_ON:
            del self.fields["mail"]
        if director:
            self._as_a_director()
        for name, how in {"name": "name", "mail": "email"}.items():
            if name in self.fields and not director:
                self.fields[name].widget.attrs["autocomplete"] = how

    def _as_a_director(self) -> None:
        if "name" in self.fields:
            self.fields["name"].label, self.fields["name"].help_text = "Name", ""
            self.fields["name"].widget.attrs |= {"list": "people", "autocomplete": "off"}
        for name, help_text in {
            "partner": "Leave it empty if they are looking for one.",
            "others": "One name on each line.",
        }.items():
            if name in self.fields:
                self.fields[name].help_text = help_text
        if "partner" in self.fields:
            self.fields["partner"].label = "Partner"

    def clean_name(self) -> str:
        return _name(self.cleaned_data["name"], "Write your name.")

    def clean_partner(self) -> str:
        typed = self.cleaned_data["partner"]
        return _name(typed, "Write the name of your partner.") if typed else ""

    def clean_others(self) -> list[str]:
        lines = [line for line in self.cleaned_data["others"].splitlines() if line.strip()]
        if len(lines) >= MOST_OF_A_TEAM:
            raise forms.ValidationError(f"A team has at most {MOST_OF_A_TEAM} players. Write the others in another.")
        if any(len(line.strip()) > 80 for line in lines):
            raise forms.ValidationError("Write each name on a line of its own.")
        return [_name(line, "Write each name on a line of its own.") for line in lines]

    @property
    def first(self) -> str:
        """The name of the person who replies."""
        return self.you or str(self.cleaned_data["name"])

    def players(self) -> list[ReplyPlayer]:
        """Return the person who replies and those who are coming with them, by name alone."""
        partner = self.cleaned_data.get("partner")
        further = [partner] if partner else self.cleaned_data.get("others") or []
        return [ReplyPlayer(name=name) for name in (self.first, *further)]


def _initial(reply: Reply) -> dict[str, Any]:
    first, *further = [player.name for player in reply.players.all()]
    return {
        "name": first,
        "partner": next(iter(further), ""),
        "team": reply.team,
        "others": "\n".join(further),
        "mail": reply.mail,
    }


def _name(typed: str, message: str) -> str:
    name = name_as_kept(typed)
    if not any(sign.isalpha() for sign in name) or "://" in name or "www." in name.casefold():
        raise forms.ValidationError(message)
    return name


class ReplyPersonForm(ButtonForm):
    """The ids that an action on a reply may need: a person in the club, a player in the reply, or another reply."""

    person = ShortNumberField("Choose somebody.", digits=15, required=False)
    player = ShortNumberField("Choose a player.", digits=15, required=False)
    other = ShortNumberField("Choose an answer.", digits=15, required=False)
