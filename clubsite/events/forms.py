"""Forms of an event's organiser, and of a club that takes part."""

import datetime
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format

from clubsite.clubs.models import Club
from clubsite.core.fields import LineField, NameFormField, WholeField
from clubsite.duplicate.services.tables import SESSION_GAME
from clubsite.events.models import Event, EventJoining, EventStatus, EventWinners
from clubsite.events.models.events import (
    LONGEST_FEE_TEXT,
    LONGEST_NUMBER_OF,
    LONGEST_PUBLIC_NUMBER,
    MAX_CORRECTION_HOURS,
    MAX_EVENT_BOARDS,
    MAX_TABLES_OF_A_HEAT,
)
from clubsite.events.selectors.event_rules import (
    FIXED_BY_ANNOUNCEMENT,
    OPEN_AFTER_WINDOW,
    event_facts_of,
    moment_problem,
)
from clubsite.exchange.forms import ResultsForm
from clubsite.play.game_options import SOLO_OPTIONS, OptionQuestion, question_field
from games.event_seed import MAX_NUMBERS
from games.options import usual
from games.registry import rules_for
from scoring.settings import CHOICES, ORDINARY, ScoringSettings

OPENS_AT, CLOSES_AT = datetime.time(12), datetime.time(23)
SCORING_FIELDS = ("method", "fewer_results", "strata", "strata_rank")
OPTION = "option_"
"""How the name of a form field for an option of the game begins."""
AS_USUAL = usual(rules_for(SESSION_GAME).options)


def _capitalised(choices: list[Any]) -> list[Any]:
    return [(value, words.capitalize()) for value, words in choices]


class MomentField(forms.DateTimeField):
    """A day and a time by the club's clock."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, **options: Any) -> None:
        missing = "Write a day and a time."
        super().__init__(error_messages={"required": missing, "invalid": missing}, **options)

    def clean(self, value: Any) -> Any:
        """Return the moment. Refuse one that no clock can show or that is far from today."""
        moment = super().clean(value)
        if moment is not None and (problem := moment_problem(moment)):
            raise forms.ValidationError(problem)
        return moment


class EventForm(forms.Form):
    """What the organiser decides about an event. Fields that stay as announced are left out."""

    name = NameFormField(
        max_length=120,
        label="Name",
        help_text="Such as Autumn simultaneous 2026. Every club and every player reads it.",
        error_messages={"required": "Give the event a name."},
    )
    window_opens = MomentField(label="Heats may start from", help_text="No club gets a card before.")
    window_closes = MomentField(
        label="The window closes",
        help_text="Nobody who has played sees a board or a traveller before.",
    )
    fee = LineField(
        max_length=LONGEST_FEE_TEXT,
        required=False,
        label="Fee",
        help_text="As you would say it: $2 a player, by transfer to the federation. The site collects no money.",
    )
    boards = WholeField(
        min_value=1,
        max_value=MAX_EVENT_BOARDS,
        initial=24,
        label="Boards",
        help_text="A club that plays more deals the others itself; they do not count here.",
    )
    winners = forms.TypedChoiceField(
        choices=_capitalised(EventWinners.choices),
        coerce=int,
        initial=EventWinners.TOGETHER,
        label="South and North players are ranked",
        widget=forms.RadioSelect,
    )
    min_tables = WholeField(
        min_value=1, max_value=MAX_TABLES_OF_A_HEAT, initial=3, label="Least tables of a heat", help_text="Usual: 3."
    )
    min_boards = WholeField(
        min_value=0,
        max_value=MAX_EVENT_BOARDS,
        initial=18,
        label="Least boards of a player",
        help_text="Who plays fewer is on the list without a place.",
    )
    method = forms.ChoiceField(choices=list(CHOICES["method"].items()), label="Method")
    fewer_results = forms.ChoiceField(
        choices=list(CHOICES["fewer_results"].items()),
        label="A board that fewer have played",
        help_text="How its scores are brought to the size of the whole field. Usual: Neuberg’s formula.",
    )
    strata = LineField(
        max_length=120,
        required=False,
        label="Strata, the highest first",
        help_text="Such as A B C, for a ranking of each. Empty: none. Each club says who is in which.",
    )
    strata_rank = forms.ChoiceField(choices=list(CHOICES["strata_rank"].items()), label="In the strata")
    joining = forms.ChoiceField(
        choices=_capitalised(EventJoining.choices),
        initial=EventJoining.APPROVAL,
        label="Who may take part",
        widget=forms.RadioSelect,
    )
    number_count = WholeField(
        min_value=0,
        max_value=MAX_NUMBERS,
        required=False,
        label="Public number",
        help_text="How many whole numbers it has. Empty: none.",
    )
    number_of = LineField(
        max_length=LONGEST_NUMBER_OF,
        required=False,
        label="Of what",
        help_text="Such as main numbers of the Lotto draw. A bonus number counts only if you name it.",
    )
    number_day = forms.DateField(
        required=False,
        label="Known on",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": "Write a day."},
    )
    master_points = forms.BooleanField(required=False, label="The event gives master points. It needs a public number.")
    correction_hours = WholeField(
        min_value=0,
        max_value=MAX_CORRECTION_HOURS,
        initial=24,
        label="Hours for corrections",
        help_text="After the ranking is published. Usual: 24.",
    )
    publish_by_clock = forms.BooleanField(
        required=False,
        initial=True,
        label="Publish the ranking by itself, once the window has closed and every heat is confirmed",
    )

    def __init__(self, data: Any = None, *, event: Event | None = None) -> None:
        """Prepare the form for a new event, or for changing `event`."""
        settings = ScoringSettings.from_json(event.scoring) if event else ORDINARY
        scoring = {name: getattr(settings, name) for name in SCORING_FIELDS} | {"strata": " ".join(settings.strata)}
        super().__init__(data, initial={**(event_facts_of(event) if event else _next_week()), **scoring})
        self.event = event
        self._add_options(event.options if event else {})
        for field in _fixed(event):
            del self.fields[field]

    def _add_options(self, now: dict[str, str]) -> None:
        for name, question in SOLO_OPTIONS.items():
            as_usual = AS_USUAL[name]
            asked = OptionQuestion(
                question.text, {**question.answers, as_usual: f"{question.answers[as_usual]} (usual)"}
            )
            self.fields[OPTION + name] = question_field(asked, now.get(name, as_usual))

    @property
    def options(self) -> list[forms.BoundField]:
        """The questions about the game."""
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    @property
    def options_open(self) -> bool:
        """True if the page has to show the questions about the game, because one of them has a fault."""
        return any(field.errors for field in self.options)

    def clean_number_count(self) -> int:
        return self.cleaned_data["number_count"] or 0

    def clean_strata(self) -> list[str]:
        names = str(self.cleaned_data["strata"]).replace(",", " ").split()
        if len(set(names)) < len(names):
            raise forms.ValidationError("Write different names, the highest first: A B C.")
        return names

    def facts(self) -> dict[str, Any]:
        """Return the arguments for the services."""
        typed = self.cleaned_data
        facts = {name: typed[name] for name in typed if name not in SCORING_FIELDS and not name.startswith(OPTION)}
        if "method" in typed:
            scoring = {name: typed[name] for name in SCORING_FIELDS}
            facts["scoring"] = ScoringSettings.from_json(scoring).to_json()
            answers = {name: typed[OPTION + name] for name in SOLO_OPTIONS}
            facts["options"] = {name: said for name, said in answers.items() if said and said != AS_USUAL[name]}
        return facts


class PublicNumberForm(forms.Form):
    """The public number, once it is known."""

    public_number = LineField(
        max_length=LONGEST_PUBLIC_NUMBER,
        error_messages={"required": "Write the numbers as everybody can look them up."},
        help_text="In any order, with any signs between them. The site sorts them and drops zeros in front.",
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data, initial={"public_number": event.public_number})
        self.fields["public_number"].label = event.public_number_words
        self.fields["public_number"].widget.attrs["autocomplete"] = "off"


class InvitationForm(forms.Form):
    """The club to invite: one of this server that is not on the list yet."""

    club = forms.ChoiceField(
        label="Club of this site",
        error_messages={"required": "Choose a club.", "invalid_choice": "This club is on the list already."},
    )

    def __init__(self, data: Any = None, *, clubs: Iterable[Club]) -> None:
        super().__init__(data)
        self.clubs = {club.slug: club for club in clubs}
        names = [(slug, club.name) for slug, club in self.clubs.items()]
        self.fields["club"].choices = [("", "Choose a club"), *names]  # type: ignore[attr-defined]

    def chosen(self) -> Club:
        return self.clubs[self.cleaned_data["club"]]


class ServerInvitationForm(forms.Form):
    """The name of a club of another server, as everybody will read it."""

    club_name = NameFormField(
        max_length=120,
        label="Club on another server",
        help_text="Its name as the ranking is to show it. The club cannot choose another one.",
        error_messages={"required": "Write the club’s name."},
    )


class StateFileForm(ResultsForm):
    """A file to look into, or one that was looked into and is taken (`sealed`)."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["file"].label = "File of the heat"
        self.fields["file"].help_text = "The club saves it on the page of its heat: heat-state.json."


class HeatPlanForm(forms.Form):
    """When a club's heat starts, and how many tables it expects."""

    planned_at = MomentField(label="Your heat starts")
    tables = WholeField(min_value=1, max_value=MAX_TABLES_OF_A_HEAT, label="Tables that you expect")

    def __init__(self, data: Any = None, *, event: Event, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial or _plan_of(event))
        start = self.fields["planned_at"]
        start.help_text = f"From {_said(event.window_opens)} to {_said(event.window_closes)}, by your club’s clock."
        self.fields["tables"].help_text = f"{event.min_tables} or more. It can be changed until the heat starts."


def _next_week() -> dict[str, Any]:
    """Return a window from next Monday to its Sunday, by the club's clock."""
    today = timezone.localdate()
    monday = today + datetime.timedelta(days=7 - today.weekday())
    sunday, zone = monday + datetime.timedelta(days=6), timezone.get_current_timezone()
    combine = datetime.datetime.combine
    return {"window_opens": combine(monday, OPENS_AT, zone), "window_closes": combine(sunday, CLOSES_AT, zone)}


def _plan_of(event: Event) -> dict[str, Any]:
    """Return the first suggestion: an event of one evening starts for everybody when its window opens, or now."""
    evening = event.window_closes - event.window_opens <= datetime.timedelta(days=1)
    return {"planned_at": max(event.window_opens, timezone.now()) if evening else None, "tables": event.min_tables}


def _fixed(event: Event | None) -> Iterable[str]:
    """Yield the names of the form fields for the facts that cannot be changed any more."""
    if event is None or event.status == EventStatus.DRAFT:
        return
    late = [name for name in event_facts_of(event) if name not in OPEN_AFTER_WINDOW]
    for fact in late if event.is_closed() else FIXED_BY_ANNOUNCEMENT:
        if fact == "options":
            yield from (OPTION + name for name in SOLO_OPTIONS)
        else:
            yield from SCORING_FIELDS if fact == "scoring" else [fact]


def _said(moment: datetime.datetime) -> str:
    return date_format(timezone.localtime(moment), "l j F, H:i")
