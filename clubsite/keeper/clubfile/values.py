"""The values of columns in a club file: JSON that is the same for every database, with the keys of another site."""

import datetime
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from clubsite.core.ciphers import Cipher
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
    """Return a column's value as JSON. What is sealed in the database is sealed under the passphrase of `cipher`.

    Raise KeyMissing if this server cannot open what is sealed.
    """
    if isinstance(value, Sealed):
        return cipher.encrypt(value.open().encode(), value.aad()) if value else ""
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal | UUID) else value


def value_read(field: Any, value: Any) -> Any:
    """Return the value of a column from its JSON. Raise BadValue for a value that the column cannot hold.

    A sealed text is still under the passphrase: only its row opens it, once it is whole.
    """
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
    rankings = [{**one, "rows": [_row(row, "contestant", new) for row in one["rows"]]} for one in section["rankings"]]
    found = {**section, "id": new("nights.section", section["id"]), "rankings": rankings}
    found["boards"] = [
        {**one, "id": new("nights.board", one["id"]), "lines": [_line(line, new) for line in one["lines"]]}
        for one in section["boards"]
    ]
    if teams := section.get("teams"):
        found["teams"] = {**teams, "rows": [_team(row, new) for row in teams["rows"]]}
    return found


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
