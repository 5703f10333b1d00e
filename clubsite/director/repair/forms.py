"""Form fields for repairs (people by name, choices from a list), and the base form for all kinds of repair."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django import forms
from django.forms import Field

from clubsite.clubs.services import name_as_kept
from clubsite.core.forms import LineField
from clubsite.nights.forms import SectionForm
from clubsite.nights.models import ContestantPerson, RepairKind
from clubsite.nights.selectors import repairs as orders
from clubsite.nights.selectors.drafts import NotFound, find_person
from clubsite.nights.selectors.movements import (
    Newcomer,
    SectionInPlay,
    people_now,
    people_without_a_board,
    team_called,
    team_names,
    team_number,
)
from clubsite.nights.selectors.repairs import RepairOrder
from games.wording import contestant_sides
from movements.plan import SIT_OUT
from movements.teams import teams_in

EMPTY_CHOICE = ("", "Choose…")


class TypedPersonField(LineField):
    """A person's name, cleaned to a Newcomer, or to "". `offer` has the names to choose from if it was not found."""

    offer: NotFound | None = None
    widget = forms.TextInput({"list": "people", "maxlength": 80, "autocomplete": "off"})

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label=label, error_messages={"required": "Type the name."}, **options)

    def to_python(self, value: Any) -> str:
        return name_as_kept(super().to_python(value) or "")


class ListField(forms.ChoiceField):
    """A field that offers a choice from a list. The list may have changed since it was shown."""

    def __init__(self, label: str, choices: list[tuple[str, str]], **options: Any) -> None:
        messages = {"required": "Choose one.", "invalid_choice": "Choose again: the list has changed since you looked."}
        super().__init__(label=label, choices=choices, error_messages=messages, **options)
        self.listed = choices

    def choose_first(self) -> None:
        """Add an empty choice at the top, because nothing is chosen yet or the choice is no longer on the list."""
        self.choices = [EMPTY_CHOICE, *self.listed]


class RepairForm(SectionForm):
    """The section to repair, and the preview of the repair (`seen`) on the page when its button was pressed."""

    seen = LineField(required=False)


class AnswersForm(forms.Form):
    """The questions for one kind of repair. Until the button (`go`) is pressed, answers only fill in the fields."""

    kind: ClassVar[RepairKind]
    about: ClassVar[str]

    def __init__(self, now: SectionInPlay, data: dict[str, str]) -> None:
        super().__init__(data if "go" in data else None, auto_id="f-%s", initial=data)
        self.now = now
        self.hidden: dict[str, str] = {}
        self.fields.update(self.questions())
        for name, field in self.fields.items():
            if isinstance(field, ListField) and self[name].value() not in dict(field.listed):
                field.choose_first()

    def questions(self) -> dict[str, forms.Field]:
        raise NotImplementedError

    def order(self) -> RepairOrder | None:
        """Return the order from a valid form, or None if a question still has to be answered."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        for name, field in self.fields.items():
            if isinstance(field, TypedPersonField) and self.cleaned_data.get(name):
                self.cleaned_data[name] = self._person(name, field)
        return self.cleaned_data

    def _person(self, name: str, field: TypedPersonField) -> Newcomer | None:
        """Return the person whose name was typed, or None after adding to the field why it is refused."""
        text = self.cleaned_data[name]
        try:
            person = find_person(self.now.section.session, text)
        except NotFound as no:
            if f"guest-{name}" in self.data:
                self.hidden[f"guest-{name}"] = text
                return Newcomer(text, None)
            field.offer = no
            self.add_error(name, str(no))
            return None
        return Newcomer(person.name, person)


MOST_MORE = 3


class NewcomersForm(AnswersForm):
    single: Sequence[str]
    pair: Sequence[str]

    def questions(self) -> dict[str, Field]:
        labels = self.pair if self.now.section.pairs else self.single
        return {f"name{at}": TypedPersonField(label) for at, label in enumerate(labels)}

    @property
    def people(self) -> tuple[Newcomer, ...]:
        return tuple(self.cleaned_data.values())


class LateForm(NewcomersForm):
    kind, about = RepairKind.LATE, "plays from the next round on"
    single, pair = ["Name"], ["Name of one", "Name of the other"]

    def order(self) -> RepairOrder:
        return orders.LateOrder(self.people)


class TableForm(NewcomersForm):
    kind, about = RepairKind.TABLE, "two more have come"
    single, pair = ["Name of one", "Name of the other"], ["First pair", "and", "Second pair", "and"]

    def order(self) -> RepairOrder:
        half = len(self.people) // 2
        return orders.TableOrder(self.people[:half], self.people[half:])


class LeavesForm(AnswersForm):
    kind, about = RepairKind.LEAVES, "nobody plays on, or a stand-in does"

    def questions(self) -> dict[str, Field]:
        away = self.now.plan.missing(self.now.frozen)
        people = [row for rows in people_now(self.now.section).values() for row in rows]
        self.people = {row.pk: row for row in people if row.contestant.number not in away}
        return {
            "who": ListField("Who leaves?", _named(self.people.values(), self.now)),
            "standin": TypedPersonField(
                "Who plays on instead?", required=False, help_text="Leave it empty if nobody does."
            ),
        }

    def order(self) -> RepairOrder:
        row, comes = self.people[int(self.cleaned_data["who"])], self.cleaned_data["standin"]
        return orders.StandInOrder(row, comes) if comes else orders.LeaveOrder(row.contestant.number)


class AbsentForm(AnswersForm):
    kind, about = RepairKind.ABSENT, "somebody else plays instead, from the start"

    def questions(self) -> dict[str, Field]:
        self.people = {row.pk: row for row in people_without_a_board(self.now.section)}
        nobody = "" if self.people else "Everybody has begun to play. If somebody leaves, choose that instead."
        choices = _named(self.people.values(), self.now)
        return {
            "who": ListField("Who has not come?", choices, help_text=nobody),
            "instead": TypedPersonField("Who plays instead?"),
        }

    def order(self) -> RepairOrder:
        return orders.AbsentOrder(self.people[int(self.cleaned_data["who"])], self.cleaned_data["instead"])


class ShorterForm(AnswersForm):
    kind, about = RepairKind.SHORTER, "the last rounds are dropped"

    def questions(self) -> dict[str, Field]:
        last = self.now.rounds_all or self.now.plan.rounds
        choices = _numbers(range(max(1, self.now.frozen), last), "After round {}")
        help_text = "" if choices else "The last round is in play: there is nothing left to cut."
        return {"after": ListField("After which round?", choices, help_text=help_text)}

    def order(self) -> RepairOrder:
        return orders.ShorterOrder(int(self.cleaned_data["after"]))


class LongerForm(AnswersForm):
    kind, about = RepairKind.LONGER, "or two, or three"

    def questions(self) -> dict[str, Field]:
        choices = _numbers(range(1, MOST_MORE + 1), "{} rounds", "One round")
        return {"more": ListField("How many rounds more?", choices)}

    def order(self) -> RepairOrder:
        return orders.LongerOrder(int(self.cleaned_data["more"]))


class SwappedForm(AnswersForm):
    kind, about = RepairKind.SWAPPED, "they sit in each other's places"

    def questions(self) -> dict[str, Field]:
        there = _seated(self.now, self.now.frozen)
        return {"one": ListField("Who?", there), "other": ListField("And who?", there)}

    def order(self) -> RepairOrder:
        first, other = int(self.cleaned_data["one"]), int(self.cleaned_data["other"])
        return orders.SwapOrder(first, other, self.now.frozen)


class TurnedForm(AnswersForm):
    kind, about = RepairKind.TURNED, "South and North the other way round"

    def questions(self) -> dict[str, Field]:
        return {"place": ListField("At which table?", _places(self.now))}

    def order(self) -> RepairOrder:
        return orders.TurnOrder(*map(int, self.cleaned_data["place"].split(".")))


class WrongForm(AnswersForm):
    """The form that asks first for the table, then who really sat there. It drops the answers for any other table."""

    kind, about = RepairKind.WRONG, "who really plays there"

    def questions(self) -> dict[str, Field]:
        places = ListField("At which table?", _places(self.now))
        place = self.data.get("place", "")
        if place not in dict(places.listed):
            return {"place": places}
        number, table = map(int, place.split("."))
        row = next(row for row in self.now.plan.round(number) if row.table == table)
        self.seated = row.ns, row.ew
        if self.data.get("of") != place:
            self.data = {"place": place, "ns": str(row.ns), "ew": str(row.ew)}
        self.hidden["of"] = place
        there, sides = _seated(self.now, number), contestant_sides(self.now.section.pairs)
        ns, ew = (ListField(f"Who sits {side}?", there) for side in sides)
        return {"place": places, "ns": ns, "ew": ew}

    def order(self) -> RepairOrder | None:
        ns, ew = int(self.cleaned_data["ns"]), int(self.cleaned_data["ew"])
        number, table = map(int, self.cleaned_data["place"].split("."))
        return orders.WrongPlayersOrder(number, table, ns, ew) if (ns, ew) != self.seated else None


class AnewForm(AnswersForm):
    kind, about = RepairKind.ANEW, "every later round drawn again"

    def __init__(self, now: SectionInPlay, data: dict[str, str]) -> None:
        super().__init__(now, {"rounds": str(now.plan.rounds), **data})

    def questions(self) -> dict[str, Field]:
        now, last = self.now.frozen, self.now.plan.rounds
        label = "How many rounds in all?"
        if self.now.rounds_all:
            return {"rounds": ListField(label, [], help_text=orders.DRAWN_WHEN_IT_COMES)}
        most = max(last, now + 1) + MOST_MORE
        choices = _numbers(range(now + 1, most + 1), "{} rounds in all", "One round in all")
        return {"rounds": ListField(label, choices)}

    def order(self) -> RepairOrder:
        return orders.AnewOrder(int(self.cleaned_data["rounds"]))


REPAIR_FORMS: list[type[AnswersForm]] = [
    LateForm,
    AbsentForm,
    LeavesForm,
    ShorterForm,
    LongerForm,
    TableForm,
    SwappedForm,
    TurnedForm,
    WrongForm,
    AnewForm,
]
BY_KIND: dict[str, type[AnswersForm]] = {form.kind: form for form in REPAIR_FORMS}


def _numbers(values: Iterable[int], words: str, singular: str = "") -> list[tuple[str, str]]:
    return [(str(n), (singular if singular and n == 1 else words).format(n)) for n in values]


def _named(rows: Iterable[ContestantPerson], now: SectionInPlay) -> list[tuple[str, str]]:
    section, plan = now.section, now.plan
    names, choices = team_names(section) if teams_in(plan) else {}, []
    for row in sorted(rows, key=lambda row: team_number(plan, row.contestant.number)):
        team, label = team_number(plan, row.contestant.number), section.label(row.contestant.number)
        of = f", {team_called(team, names.get(team, ''))}" if team else ""
        choices.append((str(row.pk), f"{row.person.name} ({label}{of})"))
    return choices


def _seated(now: SectionInPlay, number: int) -> list[tuple[str, str]]:
    """Return everyone who has a seat in a round, by table, in pairs like (number, "Bo, South at table 3")."""
    missing, sides = now.plan.missing(number), contestant_sides(now.section.pairs)
    choices = []
    for row in sorted(now.plan.round(number), key=lambda row: row.table):
        for contestant, side in zip((row.ns, row.ew), sides, strict=True):
            if contestant not in missing:
                where = f"{side} at table {now.section.label(row.table)}"
                where = "sits out" if row.boardset == SIT_OUT else where
                choices.append((str(contestant), f"{now.name(contestant)}, {where}"))
    return choices


def _places(now: SectionInPlay) -> list[tuple[str, str]]:
    """Return the tables of the current round, then of earlier rounds, in pairs like ("4.3", "Table 3: Bo and Ann")."""
    return [
        (
            f"{number}.{row.table}",
            f"{'' if number == now.frozen else f'Round {number}, '}"
            f"{'Table' if number == now.frozen else 'table'} {now.section.label(row.table)}: "
            f"{now.name(row.ns)} and {now.name(row.ew)}",
        )
        for number in range(now.frozen, 0, -1)
        for row in sorted(now.plan.round(number), key=lambda row: row.table)
        if row.boardset != SIT_OUT
    ]
