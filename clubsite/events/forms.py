"""Forms of an event's organiser, of a club that takes part, and of a heat's director."""

import datetime
import re
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format

from clubsite.clubs.models import Club
from clubsite.clubs.selectors import people_of
from clubsite.core.forms import LineField, MomentField, NameFormField, WholeField
from clubsite.core.json_rules import Whole
from clubsite.core.names import clean_name
from clubsite.events.models import Event, EventEntrant, EventStatus, Heat
from clubsite.events.models.events import LONGEST_PUBLIC_NUMBER, MAX_TABLES_OF_A_HEAT
from clubsite.events.selectors.event_rules import CHANGEABLE, EVENT_FACTS, FACTS, OPEN_AFTER_WINDOW
from clubsite.events.selectors.events import clubs_to_invite
from clubsite.events.services.at_hub_rankings import MAX_FILE_BYTES
from clubsite.files.forms import ResultsForm
from clubsite.nights.models import SectionKind
from clubsite.nights.models.sessions import SESSION_GAME
from clubsite.play.game_options import SOLO_OPTIONS, question_field
from games.option_questions import OptionQuestion
from games.options import usual
from games.registry import rules_for
from scoring.settings import CHOICES, ScoringSettings

SCORING_FIELDS = ("method", "fewer_results", "strata", "strata_rank")
OPTION = "option_"
"""The beginning of the name of a form field for an option of the game."""
AS_USUAL = usual(rules_for(SESSION_GAME).options)


def _form_field(column: Any, **options: Any) -> forms.Field | None:
    """Return the form field of a column. Limit a whole number to the range that other servers read."""
    rule = FACTS.get(column.name)
    if isinstance(rule, Whole) and not column.choices:
        needed = column.name != "number_count"
        return WholeField(min_value=rule.least, max_value=rule.most, required=needed, **options)
    return column.formfield(**options)


class EventForm(forms.ModelForm):
    """The facts that an organiser decides. Facts that can no longer change are left out."""

    method = forms.ChoiceField(choices=CHOICES["method"])
    fewer_results = forms.ChoiceField(
        choices=CHOICES["fewer_results"],
        label="A board that fewer have played",
        help_text="How its scores are brought to the size of the whole field. Usual: Neuberg’s formula.",
    )
    strata = LineField(
        max_length=120,
        required=False,
        label="Strata, the highest first",
        help_text="Such as A B C, for a ranking of each. Empty: none. Each club says who is in which.",
    )
    strata_rank = forms.ChoiceField(choices=CHOICES["strata_rank"], label="In the strata")

    class Meta:
        model = Event
        fields = [name for name in EVENT_FACTS if name not in ("options", "scoring")]
        formfield_callback = _form_field
        field_classes = {
            **dict.fromkeys(("window_opens", "window_closes"), MomentField),
            **dict.fromkeys(("fee", "number_of"), LineField),
        }
        widgets = {
            **dict.fromkeys(("winners", "joining"), forms.RadioSelect),
            "number_day": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }
        labels = {
            "window_opens": "Heats may start from",
            "window_closes": "The window closes",
            "min_tables": "Least tables of a heat",
            "min_boards": "Least boards of a player",
            "correction_hours": "Hours for corrections",
            "winners": "South and North players are ranked",
            "joining": "Who may take part",
            "number_count": "Public number",
            "number_of": "Of what",
            "number_day": "Known on",
            "master_points": "The event gives master points. It needs a public number.",
            "publish_by_clock": "Publish the ranking by itself, once the window has closed and every heat is confirmed",
        }
        help_texts = {
            "name": "Such as Autumn simultaneous 2026. Every club and every player reads it.",
            "window_opens": "No club gets a card before.",
            "window_closes": "Nobody who has played sees a board or a traveller before.",
            "boards": "A club that plays more deals the others itself; they do not count here.",
            "min_tables": "Usual: 3.",
            "min_boards": "A player with fewer is listed without a place.",
            "correction_hours": "After the ranking is published. Usual: 24.",
            "fee": "As you would say it: $2 a player, by transfer to the federation. The site collects no money.",
            "number_count": "How many whole numbers it has. Empty: none.",
            "number_of": "Such as main numbers of the Lotto draw. A bonus number counts only if you name it.",
        }
        error_messages = {"name": {"required": "Give the event a name."}, "number_day": {"invalid": "Write a day."}}

    def __init__(self, data: Any = None, *, event: Event | None = None) -> None:
        """Prepare the form for a new event, or for changing `event`."""
        shown, is_new = event or Event(**_next_week()), event is None or event.status == EventStatus.DRAFT
        changeable = EVENT_FACTS if is_new else OPEN_AFTER_WINDOW if shown.is_closed() else CHANGEABLE
        settings = ScoringSettings.from_json(shown.scoring)
        scoring = {name: getattr(settings, name) for name in SCORING_FIELDS} | {"strata": " ".join(settings.strata)}
        super().__init__(data, instance=shown, initial={**scoring, "number_count": shown.number_count or None})
        for name in ("winners", "joining"):
            choices: Any = self.fields[name]
            choices.choices = [(value, words.capitalize()) for value, words in choices.choices]
        for name, question in SOLO_OPTIONS.items():
            usual_one = {AS_USUAL[name]: f"{question.answers[AS_USUAL[name]]} (usual)"}
            full_question = OptionQuestion(question.text, question.answers | usual_one)
            self.fields[OPTION + name] = question_field(full_question, shown.options.get(name, AS_USUAL[name]))
        for name in list(self.fields):
            fact = "options" if name.startswith(OPTION) else "scoring" if name in SCORING_FIELDS else name
            if fact not in changeable:
                del self.fields[name]

    def _post_clean(self) -> None:
        """Leave the event unchanged. The services check and change it."""

    @property
    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    @property
    def options_open(self) -> bool:
        """True if the page has to show the questions about the game, because one of them has a fault."""
        return any(field.errors for field in self.options)

    def clean_strata(self) -> list[str]:
        names = str(self.cleaned_data["strata"]).replace(",", " ").split()
        if len(set(names)) < len(names):
            raise forms.ValidationError("Write different names, the highest first: A B C.")
        return names

    def facts(self) -> dict[str, Any]:
        typed = self.cleaned_data
        facts = {name: typed[name] for name in EVENT_FACTS if name in typed}
        if "method" in typed:
            scoring, facts["number_count"] = {name: typed[name] for name in SCORING_FIELDS}, typed["number_count"] or 0
            facts["scoring"] = ScoringSettings.from_json(scoring).to_json()
            answers = {name: typed[OPTION + name] for name in SOLO_OPTIONS}
            facts["options"] = {name: answer for name, answer in answers.items() if answer and answer != AS_USUAL[name]}
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
    """The club to invite: one on this server that is not on the list yet."""

    club = forms.ModelChoiceField(
        Club.objects.none(),
        to_field_name="slug",
        label="Club of this site",
        empty_label="Choose a club",
        error_messages={"required": "Choose a club.", "invalid_choice": "This club is on the list already."},
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data)
        self.fields["club"].queryset = clubs_to_invite(event)  # type: ignore[attr-defined]


class ServerInvitationForm(forms.Form):
    """The name of a club on another server, as everybody will read it."""

    club_name = NameFormField(
        max_length=120,
        label="Club on another server",
        help_text="Its name as the ranking is to show it. The club cannot choose another one.",
        error_messages={"required": "Write the club’s name."},
    )


class StateFileForm(ResultsForm):
    """A file to preview, or a previewed file to store (`sealed`)."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["file"].label = "File of the heat"
        self.fields["file"].help_text = "The club saves it on the page of its heat: heat-state.json."


class HeatPlanForm(forms.Form):
    """The start of a club's heat, and the tables that it expects."""

    planned_at = MomentField(label="Your heat starts")
    tables = WholeField(min_value=1, max_value=MAX_TABLES_OF_A_HEAT, label="Tables that you expect")

    def __init__(self, data: Any = None, *, event: Event, initial: dict[str, Any] | None = None) -> None:
        """Prepare the form. An event of one evening starts for everybody when its window opens, or now."""
        opens, closes = event.window_opens, event.window_closes
        start = max(opens, timezone.now()) if closes - opens <= datetime.timedelta(days=1) else None
        super().__init__(data, initial=initial or {"planned_at": start, "tables": event.min_tables})
        window = [date_format(timezone.localtime(at), "l j F, H:i") for at in (opens, closes)]
        self.fields["planned_at"].help_text = "From {} to {}, by your club’s clock.".format(*window)
        self.fields["tables"].help_text = f"{event.min_tables} or more. It can be changed until the heat starts."


def _next_week() -> dict[str, Any]:
    """Return a window from noon next Monday until eleven in the evening on the Sunday after it, in the club's time."""
    today, zone = timezone.localdate(), timezone.get_current_timezone()
    noon = datetime.datetime.combine(today, datetime.time(12), zone)
    monday = noon + datetime.timedelta(days=7 - today.weekday())
    return {"window_opens": monday, "window_closes": monday + datetime.timedelta(days=6, hours=11)}


LONGEST_NAME = 80
HUB_LINK = re.compile(r"(?P<hub>https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?)([/?][^#]*)?(#(?P<letters>.*))?", re.I)
WHOLE_LINK = (
    "Copy the whole link that the organiser gave you, or the address of their site, such as https://lantern.example"
)


class HeatDealerForm(forms.Form):
    """The dealer of a heat: a person in the club, or nobody."""

    dealer: Any = forms.ModelChoiceField(
        None,
        required=False,
        empty_label="Nobody",
        label="Dealer",
        help_text="Somebody with an account who makes the boards up, and who then plays in no heat of this event.",
        error_messages={"invalid_choice": "Choose somebody from the list."},
    )

    def __init__(self, heat: Heat, data: Any = None) -> None:
        super().__init__(data, initial={"dealer": heat.dealer_id})
        self.fields["dealer"].queryset = people_of(heat.club)  # type: ignore[attr-defined, arg-type]


class HeatPlayersForm(forms.Form):
    """The names of a heat's players from a file, and their strata if the event has any. "" is the highest stratum."""

    use_required_attribute = False

    def __init__(self, players: dict[EventEntrant, tuple[str, ...]], strata: tuple[str, ...], data: Any = None) -> None:
        super().__init__(data)
        self.pairs = any(player.kind == SectionKind.FOUR_HANDED for player in players)
        self._names: dict[int, int] = {}
        for entrant, names in players.items():
            number, most = ("Pair", 2) if entrant.kind == SectionKind.FOUR_HANDED else ("Number", 1)
            self._names[entrant.pk] = max(most, len(names))
            field = LineField(required=False, label=f"{number} {entrant.label}", initial=" & ".join(names))
            field.widget.attrs["autocomplete"] = "off"
            self.fields[f"names{entrant.pk}"] = field
            if strata:
                self.fields[f"stratum{entrant.pk}"] = forms.ChoiceField(
                    required=False,
                    label=f"Stratum of {entrant.label}",
                    choices=[("", strata[0]), *((stratum, stratum) for stratum in strata[1:])],
                    initial=entrant.stratum,
                    error_messages={"invalid_choice": "Choose a stratum of the event."},
                )

    def rows(self) -> list[list[forms.BoundField]]:
        """Return the fields of each entrant."""
        named = [(f"names{entrant}", f"stratum{entrant}") for entrant in self._names]
        return [[self[name] for name in names if name in self.fields] for names in named]

    def clean(self) -> dict[str, Any]:
        """Return the `names` and the `strata` by the id of the entrant."""
        typed, by_entrant = self.cleaned_data, dict[int, tuple[str, ...]]()
        for entrant, most in self._names.items():
            field = f"names{entrant}"
            by_entrant[entrant] = names = tuple(filter(None, map(clean_name, typed.get(field, "").split("&"))))
            if len(names) > most:
                limit = "one name" if most == 1 else f"at most {most} names, with & between them"
                self.add_error(field, f"Write {limit}.")
            elif any(len(name) > LONGEST_NAME for name in names):
                self.add_error(field, f"A name has at most {LONGEST_NAME} characters.")
        strata = {entrant: typed[field] for entrant in by_entrant if (field := f"stratum{entrant}") in typed}
        return {"names": by_entrant, "strata": strata}


class HeatBoardsForm(forms.Form):
    """The heat whose boards a session plays. The cleaned value is the heat."""

    use_required_attribute = False  # the page says in our words what is missing
    heat = forms.TypedChoiceField(
        label="Which heat?",
        error_messages={
            "required": "Choose the heat that this night plays.",
            "invalid_choice": "That heat cannot be chosen any more. Choose one of the list.",
        },
    )

    def __init__(self, heats: list[Heat], data: Any = None, *, now: Heat | None = None) -> None:
        """Prepare the form. `now` is the heat whose boards the session already plays."""
        super().__init__(data)
        field: Any = self.fields["heat"]
        field.coerce = {heat.public_id: heat for heat in heats}.__getitem__
        field.choices = [(heat.public_id, _heat_words(heat)) for heat in heats]
        field.initial = next((heat.public_id for heat in (now, *heats) if heat is not None), "")


def _heat_words(heat: Heat) -> str:
    start = f"{timezone.localtime(heat.planned_at):%A %-d %B, %H:%M}" if heat.planned_at else "no start yet"
    return f"{heat.event.name}, {start}"


class HeatResultsForm(ResultsForm):
    """A results file to preview, with who sat at a table, or a previewed file to store (`sealed`)."""

    kind = forms.ChoiceField(
        label="At each table sat",
        error_messages={"required": "Say who sat at each table."},
        choices=[(SectionKind.TWO_HANDED.value, "two players"), (SectionKind.FOUR_HANDED.value, "two pairs")],
        widget=forms.RadioSelect,
        initial=SectionKind.TWO_HANDED.value,
    )

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["file"].help_text = "USEBIO, PBN, CSV, or the .bws of Bridgemates."


class InvitationElsewhereForm(forms.Form):
    """The invitation of an organiser on another server, as a link or as an address and letters."""

    address = LineField(
        max_length=300,
        label="Link, or address of the organiser’s site",
        help_text="The organiser gives your club a link, or the address of their site and letters to type.",
        error_messages={"required": WHOLE_LINK},
    )
    letters = LineField(
        max_length=60,
        required=False,
        label="Letters of the invitation",
        help_text="Only if they are not in the link. Blanks and small letters do not matter.",
    )
    planned_at = MomentField(
        required=False, label="Your heat starts", help_text="By your club’s clock. You can say it later."
    )
    tables = WholeField(min_value=1, max_value=MAX_TABLES_OF_A_HEAT, required=False, label="Tables that you expect")

    def clean(self) -> dict[str, Any]:
        """Return the facts of an invitation: `hub`, `letters`, `planned_at` and `tables`."""
        data = dict(super().clean() or {})
        link = HUB_LINK.fullmatch(data.pop("address", ""))
        if link is None and "address" not in self.errors:
            self.add_error("address", WHOLE_LINK)
        data["hub"], letters = (link["hub"].lower(), link["letters"] or "") if link is not None else ("", "")
        data["letters"] = data.get("letters") or letters[:60]
        if not self.errors and not re.search("[A-Za-z2-7]", data["letters"]):
            self.add_error("letters", "Type the letters of the invitation, or copy the whole link.")
        return data


class EnvelopeKeyForm(forms.Form):
    """The key from a sealed envelope."""

    key = LineField(max_length=100, label="Key from the sealed envelope", help_text="52 letters and figures")


class OrganiserFileForm(forms.Form):
    """A file made by the organiser's server."""

    file = forms.FileField(label="File of the organiser")

    def clean_file(self) -> bytes:
        """Return the content of the file."""
        return bytes(self.cleaned_data["file"].read(MAX_FILE_BYTES + 1))
