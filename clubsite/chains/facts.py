"""The facts about a row that are kept in its chain, and the hashes of these facts.

Ids, codes, numbers and times are kept as they are. Free text and JSON are kept as salted digests, so that a
chain never reveals what somebody wrote, and stays valid when the text is deleted.
"""

import datetime
import hashlib
import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import models

SHORT_DIGITS, GROUP_DIGITS = 16, 4  # of a hash as it is printed
DIGEST_DIGITS = 32
LONGEST_CODE = 64
"""A text column that may be longer than this, and has no choices, is free text."""


def canonical(value: Any) -> str:
    """Return the value as JSON. Equal values give the same JSON, however they were stored."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=plain)


def plain(value: Any) -> Any:
    """Return a column's value in a form that JSON can hold. Times are in UTC."""
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value.normalize())
    return str(value) if isinstance(value, UUID) else value


def hash_of(parts: Iterable[Any]) -> str:
    """Return the SHA-256 of the given values, as 64 hex digits."""
    return hashlib.sha256(canonical(list(parts)).encode()).hexdigest()


def facts_of(row: Any, salt: str) -> dict[str, Any]:
    """Return the facts about a `Linked` row by field name, leaving out its primary key and its link."""
    fields = [field for field in row._meta.concrete_fields if not field.primary_key and field.name != "chain_link"]
    facts = {field.name: field.get_prep_value(getattr(row, field.attname)) for field in fields}
    for name in row.DIGESTS:
        facts[name] = hashlib.sha256(canonical([salt, facts[name]]).encode()).hexdigest()[:DIGEST_DIGITS]
    read: dict[str, Any] = json.loads(canonical(facts))
    return read


def is_digest(field: models.Field) -> bool:
    """True if the chain keeps only a digest of this column."""
    if isinstance(field, models.JSONField | models.TextField):
        return True
    return isinstance(field, models.CharField) and not field.choices and (field.max_length or 0) > LONGEST_CODE


def short_hash(full: str) -> str:
    """Return the first digits of a hash in groups, as they are printed, for example "3fa2 9c01 77de 1b22"."""
    return " ".join(full[at : at + GROUP_DIGITS] for at in range(0, min(len(full), SHORT_DIGITS), GROUP_DIGITS))
