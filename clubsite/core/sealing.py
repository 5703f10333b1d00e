"""Working on all sealed text in the database: check whether the keys open it, and seal it again with a new key."""

from collections.abc import Iterator

from django.apps import apps
from django.db import models, transaction

from clubsite.core.sealed_fields import Sealed, SealedTextField, sealed_parents

LOST_TEXTS = (
    "{} sealed texts cannot be opened, because their key is not among the keys of this server. They are cards, seeds "
    "and solutions of boards that nobody has opened, and the keys of apps that show sign-in codes. Everything else is "
    "here; passkeys and recovery codes work."
)
LOST_TEXTS_REMEDY = (
    "Put the key back. If it is gone for good, run `manage.py deal_keys --give-up`: then nobody knows the cards of "
    "these boards, and these apps are removed."
)
KEY_LOST = f"{LOST_TEXTS} {LOST_TEXTS_REMEDY}"


def sealed_columns() -> Iterator[tuple[type[models.Model], str]]:
    """Yield every model of the site with the name of each of its sealed fields."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, SealedTextField):
                yield model, field.name


def sealed_count() -> tuple[int, int]:
    """Return the number of sealed texts, and how many of them no key opens."""
    lost = [getattr(row, name).is_lost() for row, name in sealed_rows()]
    return len(lost), sum(lost)


def seal_again() -> int:
    """Seal all texts again with the newest key and return how many. Raise KeyMissing, changing none, if one is lost."""
    with transaction.atomic():
        found = 0
        for row, name in sealed_rows():
            text = getattr(row, name)
            setattr(row, name, Sealed.of(text.open()))
            rows = type(row)._default_manager.filter(pk=row.pk, **{name: text})
            rows.update(**{name: getattr(row, name).stored()})
            found += 1
    return found


def sealed_rows() -> Iterator[tuple[models.Model, str]]:
    """Yield the rows that hold a sealed text, each with the name of its field."""
    for model, name in sealed_columns():
        rows = model._default_manager.exclude(**{name: ""}).order_by("pk").prefetch_related(*sealed_parents(model))
        yield from ((row, name) for row in rows.iterator(chunk_size=1000))
