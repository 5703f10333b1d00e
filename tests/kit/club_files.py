"""Comparing club files, whose rows may differ only in keys, and making files that are unsound."""

import io
import json
import zipfile
from collections import defaultdict
from typing import Any

from django.apps import apps

from clubsite.keeper.clubfile.archive import ArchiveReader, ArchiveWriter
from clubsite.keeper.clubfile.values import PARTS, references, with_new_keys

PASSPHRASE = "blue lantern over the door"
MAY_BE_GONE = {
    *(("visibility.look", name) for name in ("session", "board", "contestant", "table")),
    *(("nights.commitmentline", name) for name in ("session", "board_set")),
    ("clubs.auditentry", "session"),
}
SEALED = {("nights.board", "sealed"), ("nights.boardset", "seed"), ("analysis.boardsolution", "sealed")}
GROWN = ("clubs.auditentry",)
"""Tables to which a move adds rows. No other part names their rows."""
Rows = dict[tuple[str, str], list[dict[str, Any]]]


def opened(file: io.BytesIO) -> ArchiveReader:
    """Return the archive, checked in full."""
    archive = ArchiveReader(file)
    archive.check()
    return archive


def rows_without_keys(archive: ArchiveReader) -> Rows:
    """Return all rows by part and table. In place of a key is the row's number among all of its table."""
    numbers: dict[str, dict[int, int]] = defaultdict(dict)

    def number(label: str, key: int) -> int:
        return numbers[label].setdefault(key, len(numbers[label]) + 1)

    by_model: Rows = defaultdict(list)
    for part in archive.manifest.parts:
        for grown in GROWN:
            numbers.pop(grown, None)
        for label, row in archive.rows(part):
            model = apps.get_model(label)
            fields = {name: with_new_keys(label, name, value, number) for name, value in row.items()}
            refers = {field.name: of for field, of in references(model) if (label, field.name) not in MAY_BE_GONE}
            fields |= {name: number(of, row[name]) for name, of in refers.items() if row[name] is not None}
            if "id" in row:
                fields["id"] = number(label, row["id"])
            fields |= {name: None for of, name in MAY_BE_GONE if of == label}
            fields |= {name: bool(row[name]) for of, name in SEALED if of == label}
            by_model[part.name, label].append(fields)
    return dict(by_model)


def same_as_before(before: Rows, after: Rows) -> None:
    """Assert that `after` has all rows of `before`, unchanged. A move adds only to the audit log."""
    assert before.keys() == after.keys()
    for at, rows in before.items():
        there = after[at][: len(rows)]
        for row, other in zip(rows, there, strict=True):
            assert (at, row) == (at, other)
        if at[1] not in GROWN:
            assert len(after[at]) == len(rows), at


def every_table() -> set[str]:
    """Return the labels of all tables that a club file can have."""
    return {table.label for tables in PARTS.values() for table in tables}


def entries(file: io.BytesIO) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(contents: dict[str, bytes], method=zipfile.ZIP_DEFLATED) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        for name, data in contents.items():
            made.writestr(name, data)
    return file


def with_manifest(file: io.BytesIO, **changed) -> io.BytesIO:
    contents = entries(file)
    contents["manifest.json"] = json.dumps({**json.loads(contents["manifest.json"]), **changed}).encode()
    return zipped(contents)


def written_again(file: io.BytesIO, change) -> io.BytesIO:
    """Return the file as somebody would forge it: `change(label, row)` changes rows, and all checksums are right."""
    archive, to = opened(file), io.BytesIO()
    writer = ArchiveWriter(to)
    for part in archive.manifest.parts:
        tables: dict[str, list] = {}
        for label, row in archive.rows(part):
            change(label, row)
            tables.setdefault(label, []).append(row)
        writer.part(
            part.name, [(label, list(rows[0]), (list(r.values()) for r in rows)) for label, rows in tables.items()]
        )
    facts = archive.manifest
    writer.finish(made_at=facts.made_at, club=facts.club, addresses=False, salt=facts.salt, check=facts.check)
    return to
