"""The map of data: whom each model's rows belong to, how long they stay, and who gets copies of them.

Each model declares this in `data_of`. The app `keeper` reads it for club files and to erase a club. `privacy` reads it
for retention, for a person's own data, and to delete an account. What no declaration can say is done by functions that
the module `kept` of an app registers.
"""

import datetime
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, cast

from django.apps import apps
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

Paths = str | tuple[str, ...]
"""One path from a row to what it belongs to, as in a filter, or several of them: any may lead there."""
Row = dict[str, Any]
"""A label -> a value that JSON can hold, in reading order."""
LostRows = Counter[int | None]
"""The id of a club -> the number of rows that it lost; None for rows without a club."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The person whose data is requested: the id of an account, or None, and the ids of people in clubs."""

    user: int | None
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Until:
    """How long rows stay: until `manage.py retention` deletes those that `old` finds, given a time.

    `words` follow a number, as in "looks at cards deleted". `order` puts rows that refer to others first.
    """

    order: int
    key: str
    words: str
    old: Callable[[datetime.datetime], Q]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPart:
    """The part of a person's data that has a model's rows. `why` is a sentence about its purpose.

    A column is the path to an attribute, with dots, or a function of a row, which also needs the rows in `joins`.
    `among` leaves rows out, and `most` is the number of rows shown.
    """

    order: int
    key: str
    title: str
    why: str
    columns: dict[str, str | Callable[[Any], object]]
    sort: tuple[str, ...] = ()
    among: Callable[[Subject], Q] = lambda subject: Q()
    joins: tuple[str, ...] = ()
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DataOf:
    """A model's declaration about its rows. Without `until` they stay as long as the object that they belong to.

    Rows with a path to a session or a club are in its club file: in the session's part, in the club's part or, with
    `season`, in the last part, after the sessions. The columns in `left_out` are omitted. `not_in_file` says why the
    rows are not in the file at all; erasing a club deletes them too. `account_end` unlinks or deletes the rows of an
    account that is being deleted.
    """

    session: Paths = ()
    club: Paths | Callable[[int], Q] = ()
    season: bool = False
    account: Paths = ()
    person: Paths = ()
    not_in_file: str = ""
    left_out: tuple[str, ...] = ()
    in_order: tuple[str, ...] = ("pk",)
    until: Until | None = None
    own_data: OwnPart | None = None
    account_end: Callable[[QuerySet[Any]], object] | None = None

    def of_subject(self, subject: Subject) -> Q:
        """Return the condition for the rows of a person."""
        condition = Q(pk__in=[])
        for path in as_tuple(self.account) if subject.user is not None else ():
            condition |= Q(**{path: subject.user})
        for path in as_tuple(self.person):
            condition |= Q(**{f"{path}__in": subject.people})
        return condition


SITE = DataOf()
"""Says that rows belong to no club, and to no person who could ask for them."""
_tables: dict[str, DataOf] = {}


def as_tuple(paths: Paths) -> tuple[str, ...]:
    return (paths,) if isinstance(paths, str) else paths


def below(path: str, paths: Paths) -> tuple[str, ...]:
    """Return `paths`, which start at another row, as paths from a row that reaches it by `path`."""
    return tuple(f"{path}__{end}" for end in as_tuple(paths))


def declare(data: DataOf, *labels: str) -> None:
    """Declare for tables without a class of ours what `data_of` declares for a model."""
    _tables.update(dict.fromkeys(labels, data))


def declared(model: type[Model]) -> DataOf | None:
    """Return a model's declaration, or None. A many-to-many field's table belongs to the model that has the field."""
    label, owner = model._meta.label_lower, cast(type[Model] | None, model._meta.auto_created or None)
    if label in _tables or owner is None:
        return _tables.get(label, vars(model).get("data_of"))
    data = declared(owner)
    if data is None:
        return None
    name = owner.__name__.lower()
    club = () if callable(data.club) else below(name, data.club)
    session = below(name, data.session)
    return DataOf(session=session, club=club, season=data.season, not_in_file=data.not_in_file)


def data_map() -> dict[type[Model], DataOf]:
    """Return every model's declaration about its rows."""
    entries = ((model, declared(model)) for model in apps.get_models(include_auto_created=True))
    return {model: data for model, data in entries if data is not None}


# ---- retention


@dataclass(frozen=True, slots=True)
class Rule:
    """A retention rule. `act` takes a time, deletes what is older, and returns how much it deleted."""

    order: int
    key: str
    words: str
    act: Callable[[datetime.datetime], LostRows]


_rules: list[Rule] = []


def retention_rule(order: int, key: str, words: str) -> Callable[[Callable], Callable]:
    """Register the decorated function as a rule, with the words of `Until`."""

    def register(act: Callable[[datetime.datetime], LostRows]) -> Callable[[datetime.datetime], LostRows]:
        _rules.append(Rule(order, key, words, act))
        return act

    return register


def rules() -> list[Rule]:
    """Return all rules, in the order in which they can be applied."""
    model_rules = [_rule_of(model, data, data.until) for model, data in data_map().items() if data.until]
    return sorted([*model_rules, *_rules], key=lambda rule: rule.order)


def _rule_of(model: type[Model], data: DataOf, until: Until) -> Rule:
    def act(before: datetime.datetime) -> LostRows:
        rows = model._base_manager.filter(until.old(before))
        if callable(data.club) or not data.club:
            return Counter({None: rows.delete()[0]})
        counts = by_club(rows, as_tuple(data.club)[0])
        rows.delete()
        return counts

    return Rule(until.order, until.key, until.words, act)


def by_club(rows: QuerySet[Any], club: str) -> LostRows:
    """Return how many of these rows belong to each club. `club` is the path from a row to its club."""
    return Counter(rows.order_by().values_list(club, flat=True))


# ---- a person's own data


@dataclass(frozen=True, slots=True)
class OwnDataPart:
    """A part of a person's data. `rows` returns a subject's rows, newest first.

    No part tells its readers anything that they could not otherwise know, such as facts about a board still in play.
    """

    order: int
    key: str
    title: str
    why: str
    rows: Callable[[Subject], list[Row]]


@dataclass(frozen=True, slots=True)
class PartRows:
    """A part of a person's data, with its rows."""

    part: OwnDataPart
    rows: list[Row]


_parts: list[OwnDataPart] = []
_ends: list[Callable[[Subject], None]] = []


def own_data_part(order: int, key: str, title: str, why: str) -> Callable[[Callable], Callable]:
    """Register the decorated function, which returns the rows of one part."""

    def register(rows: Callable[[Subject], list[Row]]) -> Callable[[Subject], list[Row]]:
        _parts.append(OwnDataPart(order, key, title, why, rows))
        return rows

    return register


def parts() -> list[OwnDataPart]:
    model_parts = [_part_of(model, data, data.own_data) for model, data in data_map().items() if data.own_data]
    return sorted([*model_parts, *_parts], key=lambda part: part.order)


def _part_of(model: type[Model], data: DataOf, own: OwnPart) -> OwnDataPart:
    def rows(subject: Subject) -> list[Row]:
        queryset = model._default_manager.filter(data.of_subject(subject), own.among(subject))
        paths = (column.rpartition(".")[0] for column in own.columns.values() if isinstance(column, str))
        joins = {*own.joins, *(path.replace(".", "__") for path in paths if path)}
        queryset = queryset.select_related(*joins) if joins else queryset
        queryset = queryset.order_by(*own.sort) if own.sort else queryset
        return [{label: _cell(row, column) for label, column in own.columns.items()} for row in queryset[: own.most]]

    return OwnDataPart(own.order, own.key, own.title, own.why, rows)


def _cell(row: Model, column: str | Callable[[Any], object]) -> object:
    value = attrgetter(column)(row) if isinstance(column, str) else column(row)
    value = value() if callable(value) else value
    if value is None or isinstance(value, datetime.datetime):
        return when(value)
    return value.isoformat() if isinstance(value, datetime.date) else value


def when(moment: datetime.datetime | None) -> str:
    """Return a time in a form for people and programs, such as "2026-11-23 13:45+13:00", or "" for None."""
    return "" if moment is None else timezone.localtime(moment).isoformat(" ", "minutes")


def gathered(subject: Subject, key: str = "") -> list[PartRows]:
    """Return all parts of a person's data with their rows, including empty ones, or only the part `key`."""
    return [PartRows(part, part.rows(subject)) for part in parts() if key in ("", part.key)]


def as_json(entries: list[PartRows]) -> dict[str, Any]:
    """Return the parts in the form used in the file with a person's own data."""
    return {entry.part.key: {"title": entry.part.title, "why": entry.part.why, "rows": entry.rows} for entry in entries}


def on_account_end(end: Callable[[Subject], None]) -> Callable[[Subject], None]:
    """Register a function that unlinks an app's rows from an account being deleted, in the same transaction."""
    _ends.append(end)
    return end


def account_ends(subject: Subject) -> None:
    """Unlink the rows of every app from an account that is being deleted. Runs in the caller's transaction."""
    for model, data in data_map().items():
        if data.account_end is not None:
            data.account_end(model._base_manager.filter(data.of_subject(subject)))
    for end in _ends:
        end(subject)
