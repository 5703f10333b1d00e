"""The values of columns in a club file: JSON that is the same for every database."""

import datetime
import re
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
    """Return the type of a JSON column's outermost value."""
    if field.has_default():
        return type(field.default())
    return OTHER_FORMS.get(field.name, dict)


def _is_flag(field: Any) -> bool:
    return isinstance(field, models.BooleanField)


def _type_of(field: Any) -> type:
    """Return the type of a column's JSON."""
    if _is_flag(field):
        return bool
    return int if isinstance(field, INTEGERS) and not isinstance(field, PARSED) else str
