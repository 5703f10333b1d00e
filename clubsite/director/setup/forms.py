"""Set-up forms. They run the services' checks first, so that a refusal is shown next to the field it concerns."""

import datetime
from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.clubs.models import Person
from clubsite.clubs.selectors import clubs_directed_by
from clubsite.clubs.time_zones import zone_of
from clubsite.core.forms import ButtonForm, LineField, NameFormField, PressedField, ShortNumberField, WholeField
from clubsite.director.setup.own_movements import MovementWish
from clubsite.director.setup.played_with import PLAY_FIELDS, PlayedWith
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import ClaimChecking, Section, Session
from clubsite.nights.models.sessions import validate_session_date
from clubsite.nights.services.setup import MIN_PLAYERS
from clubsite.signups.models import ComingNight
from clubsite.signups.selectors.filling import NEW_GUEST, NEW_MEMBER, NOT_PLAYED, FillingRow
from games.notation.file_bytes import decode_text, foreign_kind
from movements.aims import AIM_NAMES, Aim
from movements.files import ReadPlan, read_plan

MIN_MINUTES, MAX_MINUTES = 20, 720
MOST_PLAN_BYTES = 300_000
MINUTES_ASKED = f"Write how many minutes you have, from {MIN_MINUTES} to {MAX_MINUTES}: 210 is 3 h 30."
ROUNDS_ASKED = "Write how many rounds there are, as a number."


class DetailsForm(PlayedWith, forms.Form):
    """The date, name, players, boards per round, and whether cards or screens are used."""

    name = NameFormField(max_length=120, required=False, label="Name of the night")
    date = forms.DateField(
        label="Date",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[validate_session_date],
    )
    players = WholeField(min_value=2, max_value=120, label="Players")
    boards_per_round = WholeField(min_value=1, max_value=12, initial=3, label="Boards a round")
    minutes_per_board = WholeField(min_value=3, max_value=30, initial=8, label="Minutes a board")
    claim_checking = forms.ChoiceField(
        choices=[(ClaimChecking.PLAYERS, "No, the opponent answers"), (ClaimChecking.EXACT, "Yes, by the exact value")],
        initial=ClaimChecking.PLAYERS,
        required=False,
        label="Check claims by computer?",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the two answers."},
    )

    def clean_claim_checking(self) -> str:
        """Return the choice, or the default choice if the form did not ask for one."""
        return self.cleaned_data["claim_checking"] or ClaimChecking.PLAYERS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.begin_on(timezone.localdate())
        for name, field in self.fields.items():
            field.error_messages["required"] = SETUP_MISSING.get(name, field.error_messages["required"])
        self.fields["players"].widget.attrs["placeholder"] = "18"

    def begin_on(self, today: datetime.date) -> None:
        self.fields["date"].initial = today
        self.fields["name"].widget.attrs["placeholder"] = f"{today:%A}"


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
        facts = {name: value for name, value in self.cleaned_data.items() if name not in PLAY_FIELDS}
        return {**facts, "club": self.clubs[self.cleaned_data["club"]], **self.played()}


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


class SplitForm(forms.Form):
    """The sizes of the sections, either chosen or typed ("18+16")."""

    sizes = LineField(
        required=False,
        label="Or your own sizes",
        widget=forms.TextInput({"placeholder": "18 + 16", "maxlength": 60, "autocomplete": "off"}),
    )

    def clean_sizes(self) -> list[int]:
        text = self.cleaned_data["sizes"].replace(",", "+").replace(" ", "+")
        sizes = [part for part in text.split("+") if part]
        if not sizes or not all(part.isdecimal() and len(part) < 4 for part in sizes):
            raise forms.ValidationError("Write how many players each section has, as 18 + 16.")
        return [int(part) for part in sizes]


class PairsForm(forms.Form):
    """A four-handed section to add. `seen` is the number of sections that the page showed."""

    pairs = ShortNumberField(f"How many pairs play four-handed? {MIN_PLAYERS} or more.", label="Pairs")
    boards = LineField(required=False)
    seen = LineField(required=False)

    def clean_seen(self) -> int | None:
        seen = self.cleaned_data["seen"]
        return int(seen) if seen.isdecimal() and len(seen) < 4 else None


class PaceForm(forms.Form):
    """Each section's boards per round and minutes per board. An empty field takes the session's value."""

    WORDS: ClassVar = {"boards": "boards a round", "minutes": "minutes a board"}

    def __init__(self, session: Session, sections: list[Section], data: Any = None) -> None:
        super().__init__(data)
        for section in sections:
            for what, now in (("boards", section.boards_per_round), ("minutes", section.minutes_per_board)):
                said = f"Write how many {self.WORDS[what]} there are, as a number."
                label = self.WORDS[what].capitalize()
                field = ShortNumberField(said, required=False, initial=now, label=label)
                self.fields[f"{what}-{section.name}"] = field
        self.session = session

    def of(self, section: Section) -> tuple[int, int]:
        typed = self.cleaned_data
        boards, minutes = typed[f"boards-{section.name}"], typed[f"minutes-{section.name}"]
        return (
            self.session.boards_per_round if boards is None else boards,
            self.session.minutes_per_board if minutes is None else minutes,
        )


class SectionUseForm(SectionForm):
    """Whether a section plays on screens or with cards, or whether each table or each player has a device."""

    play = LineField(required=False)
    devices = LineField(required=False)


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
        asked = self.cleaned_data
        aim = asked.get("aim", Aim.USUAL)
        return MovementWish(asked.get("minutes"), bool(asked["more"]), asked["look"], aim)


class MovementForm(WishForm):
    """The movement to use: an `option` from the list, or the club's own `plan`.

    Two kinds of Swiss share one form; for teams, its field names begin with `team-`.
    """

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
