"""Which rows are in a club file, in which part and in which order, as the models' `data_of` says."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Any

from django.db.models import Field, Model, Q

from clubsite.accounts.models import User
from clubsite.core.data_map import DataOf, Paths, as_tuple, data_map

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

    def of(self, key: int) -> Q:
        """Return the condition for the rows of one club or one session."""
        if callable(self.paths):
            return self.paths(key)
        condition = Q()
        for path in as_tuple(self.paths):
            condition |= Q(**{path: key})
        return condition


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
    tables = {model._meta.label_lower: FileTable(model, found) for model, found in paths.items() if found}
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
    found = {table.label: table.model for tables in PARTS.values() for table in tables}
    return {label: [field.name for field in file_fields(model)] for label, model in sorted(found.items())}
