"""The zip of a club file: its manifest, its parts with their checksums, and the limits for a file from elsewhere.

A part has JSON lines. `{"table": label, "columns": [...]}` begins a table, and each list after it is a row.
"""

import hashlib
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from clubsite.core.refused import Refused

FORMAT = "two-handed-club"
SCHEMA = 1
"""The version of the tables and columns. Raise it with each change to `tables`, and add a step to `upgrades`."""
MANIFEST = "manifest.json"
MAX_MANIFEST_BYTES = 16 * 2**20
MAX_PART_BYTES = 256 * 2**20
MAX_PART_ROWS = 500_000
MAX_FILE_BYTES = 16 * 2**30
MAX_LINE_BYTES = 16 * 2**20
MAX_RATIO = 40
"""How many bytes one byte of the zip may become. Long logs of calls and cards come to about 15."""
UNSOUND = "The club file is damaged or incomplete ({}). Nothing was changed. Ask for it again."
FOREIGN = "This is no club file. Choose the zip that “club_export” or “Take the club with you” made."
NEWER = "The club file was made by a newer version of the site. Nothing was changed. Update this site first."
FAULTS = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError)
"""Exceptions raised by `zipfile` for a damaged zip, or RuntimeError for an encrypted one."""
Row = dict[str, Any]
Progress = Callable[[int, int], None]
"""A function that is called with the number of parts that are done, and of all parts."""


def part_names(sessions: int) -> list[str]:
    """Return the names of the parts of a club with this many sessions, in the order in which they are read."""
    return ["accounts", "club", *(f"session-{number:05}" for number in range(1, sessions + 1)), "season"]


@dataclass(frozen=True, slots=True)
class FilePart:
    """One part of a club file, as described by the manifest. `rows` counts the rows of each table."""

    name: str
    sha256: str
    size: int
    rows: dict[str, int]

    @property
    def kind(self) -> str:
        """The kind of the part: "accounts", "club", "session" or "season"."""
        return self.name.partition("-")[0]

    @property
    def entry(self) -> str:
        return f"{self.name}.jsonl"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a club file. `salt` and `check` verify its passphrase; `version` is the site's or ""."""

    schema: int
    made_at: str
    club: dict[str, str]
    addresses: bool
    salt: str
    check: str
    parts: tuple[FilePart, ...]
    version: str = ""

    @property
    def counts(self) -> Counter[str]:
        """The number of rows of each table."""
        return sum((Counter(part.rows) for part in self.parts), Counter())


class ArchiveWriter:
    """Writes a club file, part by part. `finish` writes the manifest."""

    def __init__(self, to: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED)
        self._parts: list[FilePart] = []

    def part(self, name: str, tables: Iterable[tuple[str, list[str], Iterable[list[Any]]]]) -> None:
        """Write one part: for each table its label, its columns and its rows. A table without rows is left out."""
        digest, size, rows = hashlib.sha256(), 0, dict[str, int]()
        with self._zip.open(f"{name}.jsonl", "w", force_zip64=True) as file:
            for label, columns, values in tables:
                for row in values:
                    lines = b"" if label in rows else _line({"table": label, "columns": columns})
                    lines += _line(row)
                    rows[label] = rows.get(label, 0) + 1
                    file.write(lines)
                    digest.update(lines)
                    size += len(lines)
        self._parts.append(FilePart(name, digest.hexdigest(), size, rows))

    def finish(self, **facts: Any) -> Manifest:
        """Write the manifest with these facts, and close the zip."""
        order = {name: at for at, name in enumerate(part_names(len(self._parts)))}
        self._parts.sort(key=lambda part: order[part.name])
        manifest = Manifest(schema=SCHEMA, parts=tuple(self._parts), **facts)
        written = {"format": FORMAT, "schema": SCHEMA, **facts, "parts": [asdict(part) for part in manifest.parts]}
        self._zip.writestr(MANIFEST, json.dumps(written, ensure_ascii=False, indent=1))
        self._zip.close()
        return manifest


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class ArchiveReader:
    """A club file from elsewhere. Its constructor checks the manifest against the zip; `check` reads every part."""

    def __init__(self, file: IO[bytes]) -> None:
        """Raise Refused for a file that is not a club file, is damaged, or is too new or too large."""
        with _faults_refused(FOREIGN):
            self._zip = zipfile.ZipFile(file)
            entries = self._zip.infolist()
        self._entries = {entry.filename: entry for entry in entries}
        if MANIFEST not in self._entries:
            raise Refused(FOREIGN, "file")
        self.manifest = self._manifest()
        named = [MANIFEST, *(part.entry for part in self.manifest.parts)]
        if sorted(named) != sorted(entry.filename for entry in entries):
            raise Refused(UNSOUND.format("its parts are not those that it names"), "file")
        self._check_sizes()

    def _manifest(self) -> Manifest:
        with _faults_refused(FOREIGN):
            if self._entries[MANIFEST].file_size > MAX_MANIFEST_BYTES:
                raise ValueError
            facts = json.loads(self._zip.read(MANIFEST))
            if facts["format"] != FORMAT or not isinstance(facts["schema"], int) or facts["schema"] < 1:
                raise ValueError
        if facts["schema"] > SCHEMA:
            raise Refused(NEWER, "file")
        with _faults_refused(UNSOUND.format("its manifest cannot be read")):
            return _manifest_read(facts)

    def _check_sizes(self) -> None:
        entries = [self._entries[part.entry] for part in self.manifest.parts]
        large = any(entry.file_size > MAX_PART_BYTES for entry in entries)
        long = any(sum(part.rows.values()) > MAX_PART_ROWS for part in self.manifest.parts)
        if large or long or sum(entry.file_size for entry in entries) > MAX_FILE_BYTES:
            raise Refused(UNSOUND.format("it is larger than any club"), "file")
        for part, entry in zip(self.manifest.parts, entries, strict=True):
            if part.size != entry.file_size or entry.file_size > MAX_RATIO * (entry.compress_size + 1024):
                raise Refused(UNSOUND.format(f"{part.entry} has another size"), "file")

    def check(self) -> None:
        """Compare every part with its checksum and its counts. Raise Refused if one differs."""
        for part in self.manifest.parts:
            if dict(Counter(label for label, _ in self.rows(part))) != part.rows:
                raise Refused(UNSOUND.format(f"{part.entry} has other rows than it says"), "file")

    def rows(self, part: FilePart) -> Iterator[tuple[str, Row]]:
        """Yield the rows of a part, each with the label of its table. Raise Refused if the part is damaged."""
        label, columns, digest = "", [], hashlib.sha256()
        unsound = Refused(UNSOUND.format(f"{part.entry} is not what it was"), "file")
        for line in self._lines(part):
            digest.update(line)
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                raise unsound from None
            if isinstance(value, dict):
                label, columns = str(value.get("table")), list(map(str, value.get("columns", "")))
            elif isinstance(value, list) and label and len(value) == len(columns):
                yield label, dict(zip(columns, value, strict=True))
            else:
                raise unsound
        if digest.hexdigest() != part.sha256:
            raise unsound

    def _lines(self, part: FilePart) -> Iterator[bytes]:
        with _faults_refused(UNSOUND.format(f"{part.entry} cannot be read")), self._zip.open(part.entry) as file:
            while line := file.readline(MAX_LINE_BYTES):
                if len(line) == MAX_LINE_BYTES:
                    raise ValueError
                yield line


@contextmanager
def _faults_refused(sentence: str) -> Iterator[None]:
    """Raise Refused with this sentence for a fault in the zip or in its JSON."""
    try:
        yield
    except (*FAULTS, KeyError, TypeError, RecursionError, AttributeError):
        raise Refused(sentence, "file") from None


def _manifest_read(facts: Row) -> Manifest:
    """Return the manifest from its JSON. Raise the error that a wrong structure causes."""
    parts = tuple(
        FilePart(
            str(part["name"]), str(part["sha256"]), int(part["size"]), {str(k): int(v) for k, v in part["rows"].items()}
        )
        for part in facts["parts"]
    )
    if [part.name for part in parts] != part_names(len(parts) - 3):
        raise ValueError
    texts = {name: str(facts[name]) for name in ("made_at", "salt", "check")} | {
        "version": str(facts.get("version", ""))
    }
    bytes.fromhex(texts["salt"])
    datetime.fromisoformat(texts["made_at"])
    club = {name: str(facts["club"][name]) for name in ("name", "slug")}
    return Manifest(schema=facts["schema"], club=club, addresses=bool(facts["addresses"]), parts=parts, **texts)


def archive_opened(path: Path) -> ArchiveReader:
    """Return the club file at this path, checked in full. Raise Refused if it is damaged or cannot be read."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.", "file") from None
    reader = ArchiveReader(file)
    reader.check()
    return reader
