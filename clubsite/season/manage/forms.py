"""Forms for series, the ladder and master points."""

import datetime
import re
from fractions import Fraction
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format

from clubsite.accounts.models import User
from clubsite.clubs.models import Club
from clubsite.clubs.selectors import people_of
from clubsite.core.forms import NameFormField
from clubsite.season.models import PointScheme, Series, SeriesSession
from clubsite.season.selectors.standings import ladder_kept, points_kept
from clubsite.season.services.series import (
    MOST_PRIZE_LETTERS,
    series_begin,
    series_change,
    series_sessions_set,
    substitute_set,
)
from clubsite.season.services.standings import ladder_save, points_save
from scoring.ladder import CHOSEN
from scoring.series import FIGURES, PERCENTAGE, READY

OWN, NONE = "own", ""
MAX_RECENT_SESSIONS = 200
"""The club's latest sessions, from which a director chooses those of a series."""
PERCENTAGE_TYPED = re.compile(r"\d{1,3}([.,]\d{1,4})?", re.ASCII)
SCHEME_NAMES = {
    "abf_club_d": "ABF club session, D grade",
    "abf_club_e": "ABF club session, E grade",
    "abf_club_f": "ABF club session, F grade",
    "top_third": "Top third of the field, 40 C points to the winner",
}


FIELD_ERRORS: dict[type[forms.Field], dict[str, str]] = {
    forms.IntegerField: {
        "required": "Write a whole number.",
        "invalid": "Write a whole number.",
        "min_value": "Write %(limit_value)s or more.",
        "max_value": "Write %(limit_value)s or less.",
    },
    forms.DateField: {
        "required": "Choose the day, such as 1 January 2026.",
        "invalid": "This is not a date. Choose one, such as 1 January 2026.",
    },
    forms.ChoiceField: {"required": "Choose one.", "invalid_choice": "That is not there any more. Choose another."},
}


def shown_number(exact: str) -> str:
    """Return an exact number, such as "111/2", as it is typed: `55.5`."""
    return f"{float(Fraction(exact)):g}"


def typed_lines(text: str) -> list[tuple[int, str, str]]:
    """Return each line that is not blank as its number and the text before and after the colon."""
    lines = [(number, *line.partition(":")) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    return [(number, before.strip(), after.strip()) for number, before, _, after in lines]


class PlainForm(forms.Form):
    """A form that shows the site's own messages."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages |= FIELD_ERRORS.get(type(field), {})


class SeriesForm(PlainForm):
    """The name, the rules and the prize of a series."""

    name = NameFormField(
        max_length=120,
        label="Name of the series",
        error_messages={
            "required": "Give the series a name.",
            "max_length": "Choose a shorter name: at most %(limit_value)d letters.",
        },
    )
    sessions = forms.IntegerField(min_value=1, max_value=60, initial=6, label="Nights")
    best = forms.IntegerField(
        min_value=0, max_value=60, required=False, label="How many count", help_text="Empty: all of them"
    )
    minimum = forms.IntegerField(
        min_value=0,
        max_value=60,
        required=False,
        label="Nights needed for a place",
        help_text="Empty: as many as count",
    )
    substitutes = forms.IntegerField(
        min_value=0,
        max_value=60,
        required=False,
        label="Nights with a substitute",
        help_text="On so many nights somebody else’s score may stand for a player",
    )

    figure = forms.ChoiceField(
        choices=list(FIGURES.items()),
        required=False,
        initial=PERCENTAGE,
        label="What it goes by",
        help_text="Percentages are of nights by match points; nights by IMPs make a series of their own",
    )
    prize = NameFormField(
        max_length=MOST_PRIZE_LETTERS,
        required=False,
        label="The prize",
        help_text="In your own words, if there is one; it stands above the table",
        error_messages={"max_length": "Say it in fewer words: at most %(limit_value)d letters."},
    )

    def __init__(self, data: Any, club: Club, series: Series | None = None) -> None:
        """Prepare the form for `series`, or for a new series with the usual rules for six sessions."""
        facts: dict[str, Any] = dict(series.rules) if series else READY[6].to_json()
        shown = {name: value or None for name, value in facts.items()}
        super().__init__(data, initial=shown)
        if series:
            self.initial.update(name=series.name, prize=series.prize)
        self.club, self.series = club, series

    def save(self, user: User) -> None:
        """Create or change the series, and assign it to `series`. Raise Refused if its values are not acceptable."""
        names = ("sessions", "best", "minimum", "substitutes")
        rules = {name: self.cleaned_data[name] or 0 for name in names}
        rules["figure"] = self.cleaned_data["figure"] or PERCENTAGE
        facts = {"user": user, "name": self.cleaned_data["name"], "rules": rules, "prize": self.cleaned_data["prize"]}
        if self.series is None:
            self.series = series_begin(club=self.club, idempotency_key=self.data.get("idempotency_key", ""), **facts)
        else:
            self.series = series_change(series=self.series, **facts)


class SeriesSessionsForm(forms.Form):
    """The session for each column of a series."""

    def __init__(self, data: Any, series: Series, played: list[SeriesSession]) -> None:
        shown = {series_session.number: str(series_session.session_id) for series_session in played}
        super().__init__(data, initial={f"session{number}": pk for number, pk in shown.items()})
        self.series = series
        recent = series.club.sessions.order_by("-date", "-pk")[:MAX_RECENT_SESSIONS]
        own = [row.session for row in series.sessions.select_related("session")]
        sessions = {str(row.pk): f"{date_format(row.date, 'j F Y')}, {row.name}" for row in [*recent, *own]}
        options = [("", "to come"), *sessions.items()]
        for number in range(1, series.rules["sessions"] + 1):
            self.fields[f"session{number}"] = forms.ChoiceField(
                choices=options,
                required=False,
                label=f"Night {number}",
                error_messages={"invalid_choice": "Choose one of the club’s nights: that one is not there."},
            )
            self.fields[f"was{number}"] = forms.RegexField(
                r"^[0-9]{1,18}$", required=False, widget=forms.HiddenInput, initial=shown.get(number, "")
            )

    @property
    def sessions(self) -> list[forms.BoundField]:
        """The form fields for choosing the sessions."""
        return [field for field in self if not field.is_hidden]

    def save(self, user: User) -> None:
        """Save all sessions or none. Raise Refused if one of them is not acceptable."""
        series_sessions_set(series=self.series, chosen=self._sent("session"), user=user, shown=self._sent("was"))

    def _sent(self, at: str) -> dict[int, int | None]:
        """Return {number: session id or None} for the columns that were on the submitted page."""
        sent = [(name, pk) for name, pk in self.cleaned_data.items() if name in self.data]
        return {int(n.removeprefix(at)): int(pk) if pk else None for n, pk in sent if n.startswith(at)}


class SubstituteForm(PlainForm):
    """A form for a substitute in one session, saying whose score counts for which player."""

    session = forms.ChoiceField(label="Night")
    player = forms.ChoiceField(label="For whom")
    stand_in = forms.ChoiceField(label="Who played", required=False)

    def __init__(self, data: Any, club: Club, played: list[SeriesSession]) -> None:
        super().__init__(data)
        self.played = {str(night.number): night for night in played}
        names = [(str(person.pk), person.name) for person in people_of(club)]
        # A substitute can be taken back also for a player who has left the club since.
        noted = {str(s.player_id): s.player.name for night in played for s in night.substitutes.all()}
        self.fields["session"].choices = [(n, f"Night {n}") for n in self.played]  # type: ignore[attr-defined]
        self.fields["player"].choices = [("", "choose"), *(noted | dict(names)).items()]  # type: ignore[attr-defined]
        self.fields["stand_in"].choices = [("", "nobody"), *names]  # type: ignore[attr-defined]

    def save(self, user: User) -> None:
        """Record or remove a substitute. Raise Refused if this is not possible."""
        facts = self.cleaned_data
        substitute_set(
            series_session=self.played[facts["session"]],
            player_id=int(facts["player"]),
            stand_in_id=int(facts["stand_in"] or 0),
            user=user,
        )


class LadderForm(PlainForm):
    on = forms.BooleanField(required=False, label="The club keeps a ladder")
    sessions = forms.IntegerField(min_value=0, max_value=1000, label="Nights in the average", help_text="0: all")
    chosen = forms.ChoiceField(choices=list(CHOSEN.items()), label="Which nights")
    minimum = forms.IntegerField(min_value=0, max_value=1000, label="Nights to be on it")
    within = forms.IntegerField(
        min_value=0, max_value=1000, label="Seen in the club’s last so many nights", help_text="0: it does not matter"
    )
    grades = forms.CharField(
        required=False,
        label="Grades",
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="Your own scale, if you have one: a line for each grade, the highest first, such as D: 55",
    )
    since = forms.DateField(label="Since", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    prefix = "ladder"

    def __init__(self, data: Any, club: Club) -> None:
        kept = ladder_kept(club)
        facts = {"sessions": 10, "minimum": 3, "within": 0, "chosen": "last", **(kept.rules if kept else {})}
        facts["grades"] = "\n".join(f"{name}: {shown_number(least)}" for name, least in facts.get("grades", ()))
        super().__init__(data, initial={**facts, "on": kept is not None, "since": kept.since if kept else new_year()})
        self.club = club

    def clean_grades(self) -> list[list[str]]:
        """Return the typed scale as `[name, percentage]`. Report the first line that is not a grade."""
        grades = []
        for number, name, least in typed_lines(self.cleaned_data["grades"]):
            if not name or not PERCENTAGE_TYPED.fullmatch(typed := least.removesuffix("%").strip()):
                raise forms.ValidationError(f"Line {number} is not like this: D: 55")
            grades.append([name, typed.replace(",", ".")])
        return grades

    def save(self, user: User) -> None:
        """Save the ladder, or end it. Raise Refused if its rules are impossible."""
        facts = self.cleaned_data
        names = ("sessions", "chosen", "minimum", "within", "grades")
        rules = {name: facts[name] for name in names} if facts["on"] else None
        ladder_save(club=self.club, user=user, rules=rules, since=facts["since"])


class PointsForm(PlainForm):
    """The scheme for the club's master points."""

    scheme = forms.ChoiceField(
        choices=[(NONE, "None"), *SCHEME_NAMES.items(), (OWN, "Our own table")], required=False, label="Master points"
    )
    table = forms.CharField(
        required=False,
        label="Our own table",
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text="A line for each size of field, the awards from the first place down: 8: 0.40 0.28 0.14",
    )
    since = forms.DateField(label="Since", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    prefix = "points"

    def __init__(self, data: Any, club: Club) -> None:
        super().__init__(data, initial=self._initial(points_kept(club)))
        self.club = club

    @staticmethod
    def _initial(kept: PointScheme | None) -> dict[str, Any]:
        if kept is None:
            return {"scheme": NONE, "since": new_year()}
        if isinstance(kept.scheme, str):
            return {"scheme": kept.scheme, "since": kept.since}
        lines = [f"{size}: {' '.join(map(shown_number, row))}" for size, row in kept.scheme["places"].items()]
        return {"scheme": OWN, "table": "\n".join(lines), "since": kept.since}

    def clean(self) -> dict[str, Any]:
        facts = super().clean() or {}
        if facts.get("scheme") == OWN:
            facts["places"] = self._places(facts.get("table", ""))
        return facts

    def _places(self, text: str) -> dict[str, list[str]]:
        places: dict[str, list[str]] = {}
        for number, size, awards in typed_lines(text):
            if not awards:
                self.add_error("table", f"Line {number} is not like this: 8: 0.40 0.28 0.14")
            elif size in places:
                self.add_error("table", f"Line {number}: there is a line for {size} already.")
            else:
                places[size] = awards.replace(",", " ").split()
        if not places and "table" not in self.errors:
            self.add_error("table", "Write at least one line, for example 8: 0.40 0.28 0.14")
        return places

    def save(self, user: User) -> None:
        """Save the scheme, or end master points. Raise Refused if the scheme is impossible."""
        facts = self.cleaned_data
        scheme = {"places": facts["places"]} if facts["scheme"] == OWN else facts["scheme"] or None
        points_save(club=self.club, user=user, scheme=scheme, since=facts["since"])


def new_year() -> datetime.date:
    """Return the first day of this year."""
    return timezone.localdate().replace(month=1, day=1)
