"""Set-up forms. They run the services' checks first, so that a refusal is shown next to the field it concerns."""

import datetime
import re
from dataclasses import replace
from typing import Any

from django import forms
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.clubs.selectors import clubs_directed_by
from clubsite.clubs.time_zones import zone_of
from clubsite.core.forms import ButtonForm, LineField, NameFormField, PressedField, ShortNumberField, WholeField
from clubsite.director.setup.own_movements import MovementWish
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import ClaimChecking, SectionKind, Session
from clubsite.nights.models.sessions import validate_session_date
from clubsite.nights.services.sections import section_play
from clubsite.signups.models import ComingNight
from clubsite.signups.selectors.filling import NEW_GUEST, NEW_MEMBER, NOT_PLAYED, FillingRow
from games.notation.file_bytes import decode_text, foreign_kind
from movements.aims import AIM_NAMES, Aim
from movements.files import ReadPlan, read_plan

PLAY_FIELDS = ("play", "other_tables")
SCREENS, CARDS, TABLES = "screens", "cards", "tables"
PLAYED_WITH = [(SCREENS, "All on screens"), (CARDS, "All with cards"), (TABLES, "Some tables with cards")]
CARD_TABLES_ASKED = "Write the numbers of the tables with cards: 1-4, 7."
TOO_HIGH = "There are at most {} tables for so many players."


def numbers_of(text: str) -> list[int]:
    """Return [1, 2, 3, 4, 7] for "1-4, 7", or [] if the text is not a list of numbers."""
    numbers: set[int] = set()
    for part in text.replace("–", "-").replace(",", " ").split():
        ends = re.fullmatch("([0-9]{1,3})(?:-([0-9]{1,3}))?", part)
        low, high = (int(ends[1]), int(ends[2] or ends[1])) if ends else (0, 0)
        if not 1 <= low <= high <= 120:
            return []
        numbers |= set(range(low, high + 1))
    return sorted(numbers)


MIN_MINUTES, MAX_MINUTES = 20, 720
MOST_PLAN_BYTES = 300_000
MINUTES_ASKED = f"Write how many minutes you have, from {MIN_MINUTES} to {MAX_MINUTES}: 210 is 3 h 30."
ROUNDS_ASKED = "Write how many rounds there are, as a number."


class DetailsForm(forms.Form):
    """The date, name, players, boards per round and, if that is answered, whether cards or screens are used."""

    play = forms.ChoiceField(
        choices=PLAYED_WITH,
        initial=SCREENS,
        required=False,
        label="What is it played with?",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the answers."},
    )
    other_tables = forms.CharField(
        required=False,
        max_length=80,
        label="Tables with cards",
        help_text="For “some tables” only: 1-4, 7. It can be changed for a table on the night too.",
    )

    name = NameFormField(max_length=120, required=False, label="Name of the night")
    date = forms.DateField(
        label="Date",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[validate_session_date],
    )
    players = WholeField(min_value=2, max_value=120, label="Players")
    boards_per_round = WholeField(min_value=1, max_value=12, initial=3, label="Boards a round")
    minutes_per_board = WholeField(min_value=3, max_value=30, initial=8, label="Minutes a board")
    claim_checking = forms.TypedChoiceField(
        choices=[(ClaimChecking.PLAYERS, "No, the opponent answers"), (ClaimChecking.EXACT, "Yes, by the exact value")],
        initial=ClaimChecking.PLAYERS,
        empty_value=ClaimChecking.PLAYERS,
        required=False,
        label="Check claims by computer?",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the two answers."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.begin_on(timezone.localdate())
        for name, field in self.fields.items():
            field.error_messages["required"] = SETUP_MISSING.get(name, field.error_messages["required"])
        self.fields["players"].widget.attrs["placeholder"] = "18"

    def begin_on(self, today: datetime.date) -> None:
        self.fields["date"].initial = today
        self.fields["name"].widget.attrs["placeholder"] = f"{today:%A}"

    def clean(self) -> dict[str, Any]:
        """Replace the typed text with the numbers of the tables that play with cards."""
        data = super().clean() or self.cleaned_data
        text = data.get("other_tables", "")
        data["other_tables"] = []
        if data.get("play") == TABLES:
            numbers, most = numbers_of(text), (data.get("players", 0) + 1) // 2
            if not numbers:
                self.add_error("other_tables", CARD_TABLES_ASKED)
            elif most and max(numbers) > most:
                self.add_error("other_tables", TOO_HIGH.format(most))
            data["other_tables"] = numbers
        return data

    def played(self) -> dict[str, Any]:
        """Return `live` and `other_tables`, in the form that the services take."""
        return {"live": self.cleaned_data["play"] != CARDS, "other_tables": self.cleaned_data.get("other_tables", [])}

    def facts(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name not in PLAY_FIELDS}


def play_initial(session: Session) -> dict[str, Any]:
    """Return the current choice, taken from the first two-handed section."""
    section = session.sections.filter(kind=SectionKind.TWO_HANDED).order_by("name").first()
    if section is None or not section.mixed:
        return {"play": SCREENS if section is None or section.live else CARDS}
    tables = range(1, (session.players + 1) // 2 + 1)
    cards = [number for number in tables if not section.live_at(number)]
    return {"play": TABLES, "other_tables": ", ".join(map(str, cards))}


def play_set(session: Session, form: DetailsForm, user: User) -> None:
    """Apply the choice if it has changed. With several sections, an unchanged answer leaves each section as it is."""
    if not form.cleaned_data["play"] or not set(PLAY_FIELDS) & set(form.changed_data):
        return
    played = form.played()
    for section in session.sections.filter(kind=SectionKind.TWO_HANDED).order_by("name"):
        section_play(session=session, section=section, live=played["live"], others=played["other_tables"], user=user)


class NewForm(DetailsForm):
    """A new session: the fields of `DetailsForm`, and the club if the director has more than one."""

    club = forms.ChoiceField(label="Club")

    def __init__(self, *args: Any, user: User, coming: ComingNight | None = None, **kwargs: Any) -> None:
        """Build the form. `coming` is the night for which people have signed up."""
        super().__init__(*args, **kwargs)
        self.clubs = {club.slug: club for club in clubs_directed_by(user)}
        self.fields["club"].choices = [(slug, club.name) for slug, club in self.clubs.items()]  # type: ignore[attr-defined]
        if len({club.time_zone for club in self.clubs.values()}) == 1:
            self.begin_on(timezone.localdate(timezone=zone_of(next(iter(self.clubs.values())))))
        if len(self.clubs) == 1:
            only = next(iter(self.clubs))
            self.fields["club"].widget = forms.HiddenInput()
            self.fields["club"].initial = only
        if coming is not None:
            self.begin_on(coming.date)
            self.fields["players"].initial = coming.players
            self.fields["club"].initial = coming.club.slug

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "club": self.clubs[self.cleaned_data["club"]], **self.played()}


SETUP_MISSING = {"players": "How many players are there? An odd number is fine.", "date": "Choose the date."}


class BoardsForm(forms.Form):
    """The source of the boards. `how` is drawn, typed (a seed), file, take, drop or table."""

    use_required_attribute = False  # the page says in our words what is missing
    how = LineField(required=False)
    seed = forms.CharField(
        required=False, label="Seed", widget=forms.TextInput({"maxlength": 120, "autocomplete": "off"})
    )
    count = ShortNumberField("How many boards?", digits=5, initial=24, label="How many boards?")
    file = forms.FileField(
        required=False, allow_empty_file=True, label="File with boards", help_text="Choose it, or drag it here."
    )
    first = ShortNumberField(
        "Write the number in figures.",
        digits=4,
        required=False,
        label="Number of its first board",
        help_text="Only for DUP, BRI and DGE, which do not say which numbers their boards have.",
    )
    passphrase = forms.CharField(
        required=False,
        strip=False,
        max_length=200,
        label="Passphrase, if the file is sealed",
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seed"].validators = []  # the service says what a seed may be
        if self.data.get("how") in ("file", "take", "drop"):
            del self.fields["count"]

    def clean_seed(self) -> str:
        """Return the seed, or "" if one is to be drawn."""
        seed = str(self.cleaned_data["seed"])
        if self.cleaned_data.get("how") == "typed" and not seed:
            raise forms.ValidationError("Type a seed: any words or figures. The same seed makes the same boards again.")
        return seed

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if self.cleaned_data.get("how") == "file" and upload is None:
            raise forms.ValidationError("Choose a file first.")
        return upload


class ComingPlayersForm(ButtonForm):
    """The people who signed up for a night. Each is a person in the club, a new guest, a new member, or left out."""

    def __init__(self, rows: list[FillingRow], *args: Any) -> None:
        super().__init__(*args)
        for row in rows:
            choices = [
                *((str(person.pk), _person_words(person)) for person in row.people),
                (NEW_GUEST, f"A guest: {row.player.name}"),
                (NEW_MEMBER, f"A new member: {row.player.name}"),
                (NOT_PLAYED, "Leave out"),
            ]
            self.fields[row.field] = forms.ChoiceField(choices=choices, required=False, initial=row.proposed)
        self.rows = rows

    @property
    def lines(self) -> list[tuple[FillingRow, forms.BoundField]]:
        return [(row, self[row.field]) for row in self.rows]

    def chosen(self) -> dict[int, str]:
        """Return the choices by player id, without the players who are left out."""
        sent = self.sent
        return {row.player.pk: sent[row.field] for row in self.rows if sent[row.field]}


def _person_words(person: Person) -> str:
    kind = f", no. {person.number}" if person.number else ", guest" if person.guest else ""
    return f"{person.name}{kind}"


class RobotForm(SectionForm):
    """The strength of the robot in the empty seat, or "". `section` is the section whose page is shown next."""

    robot = LineField(required=False)


class WishForm(forms.Form):
    """The director's wishes about the movements: the order, the time, more options, or one in detail."""

    minutes = ShortNumberField(MINUTES_ASKED, digits=6, required=False, label="I have … minutes")
    aim = forms.TypedChoiceField(
        choices=list(AIM_NAMES.items()), coerce=Aim, empty_value=Aim.USUAL, required=False, label="First comes"
    )
    more = LineField(required=False)
    look = LineField(required=False)

    def clean_minutes(self) -> int | None:
        minutes: int | None = self.cleaned_data["minutes"]
        if minutes is not None and not MIN_MINUTES <= minutes <= MAX_MINUTES:
            raise forms.ValidationError(MINUTES_ASKED)
        return minutes

    def wish(self) -> MovementWish:
        """Return the wish, leaving out the minutes if they are 0."""
        self.is_valid()
        data = self.cleaned_data
        aim = data.get("aim", Aim.USUAL)
        return MovementWish(data.get("minutes"), bool(data["more"]), data["look"], aim)


class MovementForm(WishForm):
    """The movement to use: an `option` or the club's own `plan`. For teams, fields of a Swiss begin with `team-`."""

    option = LineField(required=False)
    plan = forms.CharField(required=False, strip=False)
    rounds = ShortNumberField(ROUNDS_ASKED, required=False, label="Rounds")
    wait = LineField(required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["plan"].validators = []  # a plan is checked as a whole
        self.fields["team-rounds"] = ShortNumberField(ROUNDS_ASKED, required=False, label="Rounds")
        self.fields["team-wait"] = LineField(required=False)

    def wish(self) -> MovementWish:
        """Return the wish, which asks to look at the chosen option in detail."""
        return replace(super().wish(), look=self.cleaned_data.get("option", ""))


class PlanForm(forms.Form):
    """A club's own plan as a file. The cleaned value is its text."""

    use_required_attribute = False  # the page says in our words what is missing
    file = forms.FileField(
        label="File",
        error_messages={"required": "Choose the file with your plan first."},
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".asc,.mvt,.txt,.csv,.tsv,.json,text/plain,text/csv,application/json"}),
    )
    stem = ""
    """The name of the file without its extension, for a movement without a name."""

    def clean_file(self) -> str:
        upload = self.cleaned_data["file"]
        if upload.size > MOST_PLAN_BYTES:
            raise forms.ValidationError("That file is larger than 300 kB. A plan is far smaller.")
        shown = "".join(c if c.isprintable() else " " for c in upload.name)
        self.stem = shown.rsplit(".", 1)[0].replace("_", " ")
        data = upload.read()
        text = decode_text(data)
        if wrong := foreign_kind(data) or ("\0" in text and "not a text file"):
            raise forms.ValidationError(
                f"That file is {wrong}. Choose one with a line for each round, or a row for each table."
            )
        return text


class EditedForm(ButtonForm):
    """The movement in the editor, to keep or to `use`: the lines of `rounds`, name, `boards` per round, and winners."""

    rounds = forms.CharField(required=False, strip=False)
    name = NameFormField(required=False)
    boards = LineField(required=False)
    winners = LineField(required=False)
    keep = PressedField()
    use = PressedField()

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["rounds"].validators = []  # a movement is read as a whole

    def read(self) -> ReadPlan:
        """Return the plan. Raise MovementError if it cannot be read."""
        sent = self.sent
        boards, winners = (
            int(text) if text.isdecimal() and text.isascii() and len(text) < 3 else None
            for text in (sent["boards"], sent["winners"])
        )
        return read_plan(sent["rounds"]).called(sent["name"], per_round=boards, winners=winners or 1)


class LostSlipForm(ButtonForm):
    """The number of the board whose slip is lost."""

    number = ShortNumberField(
        "Write the number of the board.", required=False, label="Board", widget=forms.TextInput({"required": True})
    )
