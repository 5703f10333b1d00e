"""Models that have a name: a clean name, with keys for searching and sorting."""

from typing import Any

from django.db import models

from clubsite.core.forms import NameFormField
from clubsite.core.names import clean_name, fold, name_order


class NameField(models.CharField):
    """A name for people to read. It is cleaned by `core.names.clean_name`, whichever code stores it."""

    def to_python(self, value: Any) -> Any:
        value = super().to_python(value)
        return value if value is None else clean_name(value)

    def pre_save(self, instance: models.Model, add: bool) -> Any:
        value = self.to_python(getattr(instance, self.attname))
        setattr(instance, self.attname, value)
        return value

    def formfield(self, *args: Any, **options: Any) -> Any:
        return super().formfield(*args, **({"form_class": NameFormField} | options))


class NameKeyField(models.TextField):
    """The row's name as folded by `core.names.fold`, for comparison with the search text, which is folded too."""

    def pre_save(self, instance: models.Model, add: bool) -> str:
        return _kept(self, instance, fold(instance.name))  # type: ignore[attr-defined]


class NameOrderField(models.BinaryField):
    """The row's name as a sort key (`core.names.name_order`), in bytes, because every database sorts bytes alike."""

    def pre_save(self, instance: models.Model, add: bool) -> bytes:
        return _kept(self, instance, name_order(clean_name(instance.name)))  # type: ignore[attr-defined]


def _kept(field: models.Field, instance: models.Model, value: Any) -> Any:
    setattr(instance, field.attname, value)
    return value


class Named(models.Model):
    """A model with a `name` (a NameField), found by its `name_key` and sorted by its `name_order`."""

    name_key = NameKeyField(editable=False)
    name_order = NameOrderField(editable=False)

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        fields = options.get("update_fields")
        if fields is not None and "name" in fields:
            options["update_fields"] = {*fields, "name_key", "name_order"}
        super().save(*args, **options)
