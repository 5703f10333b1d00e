"""The tables of a club file, and the values of their columns: JSON that is the same for every database."""

import datetime
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from graphlib import TopologicalSorter
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Field, Model, Q, QuerySet
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.core.ciphers import Cipher
from clubsite.core.data_map import DataOf, Paths, as_tuple, data_map
from clubsite.core.sealed_fields import Sealed, SealedTextField

INTEGERS = (models.IntegerField, models.BigIntegerField, models.PositiveIntegerField, models.AutoField)
IN_ADDRESSES = {"public_id", "code"}
"""Columns that addresses have. Whatever is not a letter or a figure could make a page impossible."""
PARSED = (models.DateTimeField, models.DateField, models.TimeField, models.DecimalField, models.UUIDField)
"""Columns whose values are written as text."""
FIRST = datetime.datetime(1990, 1, 1, tzinfo=datetime.UTC)
A_DAY, AHEAD = datetime.timedelta(days=1), datetime.timedelta(days=400)
OTHER_FORMS: dict[str, type | tuple[type, ...]] = {"calls": list, "cards": list, "scheme": (str, dict)}
"""The forms of JSON columns without a default that are not objects."""
TO_COME = {"held_until"}
"""Columns of times that may lie ahead. All others say when something was."""


class BadValue(Exception):
    """Raised for a value that its column cannot hold. `str()` says what is wrong with it."""


def value_written(value: Any, cipher: Cipher) -> Any:
    """Return a column's value as JSON, sealed by `cipher` if it is sealed here. Raise KeyMissing if no key opens it."""
    if isinstance(value, Sealed):
        return cipher.encrypt(value.open().encode(), value.aad()) if value else ""
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal | UUID) else value


def value_read(field: Any, value: Any) -> Any:
    """Return a column's value from its JSON, sealed texts as they are. Raise BadValue for an impossible value."""
    if value is None:
        if not field.null:
            raise BadValue("is missing")
        return None
    if isinstance(field, models.JSONField):
        if not isinstance(value, _form_of(field)):
            raise BadValue("has JSON of another form")
        return value
    if not isinstance(value, _type_of(field)) or (isinstance(value, bool) and not _is_flag(field)):
        raise BadValue("has a value of another kind")
    return value if isinstance(field, SealedTextField) else _checked(field, value)


def _checked(field: Any, value: Any) -> Any:
    try:
        value = field.to_python(value)
        if not field.choices or value != "":
            field.run_validators(value)
    except (ValidationError, ValueError, OverflowError):
        raise BadValue("has a value that is not possible") from None
    if isinstance(field, models.DateTimeField):
        if value is None or value.tzinfo is None:
            raise BadValue("has a time without its zone")
        if not FIRST <= value < timezone.now() + (AHEAD if field.name in TO_COME else A_DAY):
            raise BadValue("has a time that is not possible")
    if field.name in IN_ADDRESSES and not re.fullmatch(r"[A-Za-z0-9]+", str(value)):
        raise BadValue("has a value that is not possible")
    if field.choices and value not in ("", *(code for code, _ in field.flatchoices)):
        raise BadValue("has a value that this site does not know")
    return value


def _form_of(field: models.JSONField) -> type | tuple[type, ...]:
    if field.has_default():
        return type(field.default())
    return OTHER_FORMS.get(field.name, dict)


def _is_flag(field: Any) -> bool:
    return isinstance(field, models.BooleanField)


def _type_of(field: Any) -> type:
    if _is_flag(field):
        return bool
    return int if isinstance(field, INTEGERS) and not isinstance(field, PARSED) else str


NewKey = Callable[[str, Any], Any]
"""A function from a model's label and a row's key elsewhere to its key here."""
LONGEST_TEXT = 200
POWER = re.compile(r"\s*[-+]?[\d._]+[eE][-+]?[\d_]+\s*")


def _payload(value: Any, new: NewKey) -> Any:
    """Return the payload of a publication. A withdrawal has none."""
    _check_texts(value)
    return {**value, "sections": [_section(section, new) for section in value["sections"]]} if value else value


def _section(section: dict[str, Any], new: NewKey) -> dict[str, Any]:
    rankings = [
        {**ranking, "rows": [_row(row, "contestant", new) for row in ranking["rows"]]}
        for ranking in section["rankings"]
    ]
    copy = {**section, "id": new("nights.section", section["id"]), "rankings": rankings}
    copy["boards"] = [
        {**board, "id": new("nights.board", board["id"]), "lines": [_line(line, new) for line in board["lines"]]}
        for board in section["boards"]
    ]
    if teams := section.get("teams"):
        copy["teams"] = {**teams, "rows": [_team(row, new) for row in teams["rows"]]}
    return copy


def _row(row: dict[str, Any], name: str, new: NewKey) -> dict[str, Any]:
    return {**row, name: new("nights.contestant", row[name])}


def _check_texts(value: Any) -> None:
    """Raise ValueError for a text that would take long to compute with, such as 1e1000000."""
    if isinstance(value, str) and (len(value) > LONGEST_TEXT or POWER.fullmatch(value)):
        raise ValueError("a text is too long or a power of ten")
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _check_texts(part)


def _team(row: dict[str, Any], new: NewKey) -> dict[str, Any]:
    return {**row, "entries": [new("nights.contestant", pk) for pk in row["entries"]]}


def _line(line: dict[str, Any], new: NewKey) -> dict[str, Any]:
    seats = {side: new("nights.contestant", line[side]) for side in ("ns", "ew")}
    return {**line, **seats, "table_board": new("nights.tableboard", line["table_board"])}


def _calls(value: Any, new: NewKey) -> Any:
    return [{**call, "by": new("play.playseat", call["by"])} for call in value]


def _detail(value: Any, new: NewKey) -> Any:
    """Return the facts of an audit line, which names a forgotten person by key."""
    return {**value, "person": new("clubs.person", value["person"])} if "person" in value else value


COLUMNS = {
    ("rankings.publication", "payload"): _payload,
    ("play.room", "calls"): _calls,
    ("clubs.auditentry", "detail"): _detail,
}


def with_new_keys(label: str, name: str, value: Any, new: NewKey) -> Any:
    """Return a column's value with this site's keys. Raise the errors that a wrong structure causes."""
    change = COLUMNS.get((label, name))
    return change(value, new) if change else value


ACCOUNT_FIELDS = ("id", "username", "email", "is_active", "date_joined")
"""The columns of an account that a club file contains. `email` is added only if the site's keeper asks for it."""
LATER = {("play.room", "play"), ("play.seatticket", "moved_to"), ("signups.reply", "beside")}
"""Columns that may refer to a row further down in the same part."""

AFTER = {
    "rankings.publication": ("nights.tableboard", "nights.contestant"),
    "play.room": ("play.playseat",),
    "clubs.auditentry": ("clubs.person",),
    "visibility.look": ("clubs.auditentry",),
    "nights.commitmentline": ("clubs.auditentry",),
}
"""Tables whose rows come later than their keys and paths say: JSON or text names the others, or they find the rows."""
FOUND_FROM_BELOW = ("play.room", "play.playseat")
"""Tables whose rows are found through rows that refer to them."""
MAP = data_map()


@dataclass(frozen=True, slots=True)
class FileTable:
    """The rows of one model in a part. `paths` lead from a row to what the part is about: a club, or a session."""

    model: type[Model]
    paths: Paths | Callable[[int], Q] = ()

    @property
    def label(self) -> str:
        return self.model._meta.label_lower

    def rows(self, key: int) -> QuerySet[Any]:
        """Return the rows of one club or one session."""
        if callable(self.paths):
            return self.model._base_manager.filter(self.paths(key))
        return self.model._base_manager.filter(Q(*((path, key) for path in as_tuple(self.paths)), _connector=Q.OR))


def file_fields(model: type[Model]) -> list[Field]:
    """Return the columns of a model that a club file has, beginning with its key."""
    fields = list(model._meta.concrete_fields)
    if model is User:
        return [field for field in fields if field.name in ACCOUNT_FIELDS]
    made = {"name_key", "name_order", *MAP[model].left_out}
    return sorted((field for field in fields if field.name not in made), key=lambda field: not field.primary_key)


def references(model: type[Model]) -> Iterator[tuple[Any, str]]:
    """Yield the columns that refer to other rows, each with the label of the model to which it refers."""
    for field in file_fields(model):
        other: Any = field.related_model
        if other is not None:
            yield field, other._meta.label_lower


def _in_order(paths: dict[type[Model], Paths | Callable[[int], Q]]) -> tuple[FileTable, ...]:
    """Return the tables of models. A row refers only to earlier rows, except by `LATER`, and is found through them."""
    tables = {model._meta.label_lower: FileTable(model, own_paths) for model, own_paths in paths.items() if own_paths}
    order = TopologicalSorter[str]()
    for label, table in tables.items():
        above = [other for field, other in references(table.model) if (label, field.name) not in LATER]
        above += [*AFTER.get(label, ()), *_on_paths(table)]
        order.add(label, *(other for other in above if other in tables and other != label))
    return tuple(tables[label] for label in order.static_order())


def _on_paths(table: FileTable) -> Iterator[str]:
    if callable(table.paths) or table.label in FOUND_FROM_BELOW:
        return
    for path in as_tuple(table.paths):
        model: Any = table.model
        for name in path.split("__"):
            model = model._meta.get_field(name).related_model if name != "pk" else model
            yield model._meta.label_lower


def _to_club(data: DataOf) -> Paths | Callable[[int], Q]:
    """Return the paths to the club from a row that is in no club file."""
    return data.club or tuple(f"{path}__club" for path in as_tuple(data.session))


_IN_FILE = {model: data for model, data in MAP.items() if not data.not_in_file}
SESSION = _in_order({model: data.session for model, data in _IN_FILE.items()})
CLUB = _in_order({model: data.club for model, data in _IN_FILE.items() if not data.season})
SEASON = _in_order({model: data.club for model, data in _IN_FILE.items() if data.season})
PARTS = {"accounts": (FileTable(User),), "club": CLUB, "session": SESSION, "season": SEASON}
"""The tables of each kind of part. There is one part of kind `session` for each session."""
BESIDE_THE_FILE = _in_order({model: _to_club(data) for model, data in MAP.items() if data.not_in_file})
"""The tables with a club's rows that no club file has."""


def tables_in_file() -> dict[str, list[str]]:
    """Return the columns of every table of a club file, by label."""
    models = {table.label: table.model for tables in PARTS.values() for table in tables}
    return {label: [field.name for field in file_fields(model)] for label, model in sorted(models.items())}
