"""An Access 97 file with all that the reader looks at, and xmllint, a second reader of our USEBIO."""

import struct
import subprocess
from pathlib import Path

from scoring.files.jet.cells import FORMS
from scoring.files.jet.records import PlacedColumn, placed
from scoring.files.jet.shapes import SIZES, Cell, JetColumn, JetTable, JetType
from scoring.files.usebio import DTD

PAGE = 2048
CATALOGUE = (JetColumn("Id", JetType.LONG), JetColumn("Name", JetType.TEXT, 64), JetColumn("Type", JetType.INTEGER))


def jet3(tables: list[JetTable]) -> bytes:
    """Return a file with three pages per table: definition, page map and rows. The catalogue comes first, on page 2."""
    homes = [5 + 3 * place for place in range(len(tables))]
    listed = [(home, table.name, 1) for home, table in zip(homes, tables, strict=True)]
    pages = [b"\x00\x01\x00\x00Standard Jet DB\x00\x00\x00\x00\x00".ljust(PAGE, b"\0"), bytes(PAGE)]
    for home, table in zip([2, *homes], [JetTable("MSysObjects", CATALOGUE, listed), *tables], strict=True):
        columns = placed(table.columns)
        pages += [_definition(columns, home, len(table.rows)), _rows(0, [_map(home + 2)])]
        pages.append(_rows(home, [_record(columns, row) for row in table.rows]))
    return b"".join(pages)


def _definition(columns: tuple[PlacedColumn, ...], home: int, rows: int) -> bytes:
    body = struct.pack("<BBHII", 2, 1, 0, 0, 0) + struct.pack("<II", rows, 0)
    variable = sum(not column.is_fixed for column in columns)
    body += struct.pack("<BHHHII", 0x4E, len(columns), variable, len(columns), 0, 0)
    body += struct.pack("<II", (home + 1) << 8, (home + 1) << 8)
    for slot in columns:
        size = SIZES.get(slot.column.kind, slot.column.size)
        head = struct.pack("<BHHH", slot.column.kind, slot.number, slot.variable, slot.number)
        body += head + bytes(6) + struct.pack("<BHH", 2 | slot.is_fixed, slot.fixed, size)
    for slot in columns:
        body += bytes([len(slot.column.name)]) + slot.column.name.encode("cp1252")
    return body.ljust(PAGE, b"\0")


def _map(number: int) -> bytes:
    return b"\0" + struct.pack("<I", 0) + (1 << number).to_bytes(128, "little")


def _rows(owner: int, rows: list[bytes]) -> bytes:
    at, slots = PAGE, b""
    for row in rows:
        at -= len(row)
        slots += struct.pack("<H", at)
    head = struct.pack("<BBHIH", 1, 1, 0, owner, len(rows)) + slots
    assert len(head) <= at, "more rows than a page holds"
    return head + bytes(at - len(head)) + b"".join(reversed(rows))


def _record(columns: tuple[PlacedColumn, ...], cells: tuple[Cell, ...]) -> bytes:
    front, back, ends, mask = bytes([len(columns)]), b"", [], 0
    for slot, cell in zip(columns, cells, strict=True):
        kind = slot.column.kind
        mask |= (bool(cell) if kind == JetType.BOOLEAN else cell is not None) << slot.number
        if slot.is_fixed and kind != JetType.BOOLEAN:
            front += bytes(SIZES[kind]) if cell is None else struct.pack(FORMS[kind], cell)
    for slot, cell in zip(columns, cells, strict=True):
        if not slot.is_fixed:
            ends.append(len(front) + len(back))
            back += str(cell or "").encode("cp1252")
    ends.append(len(front) + len(back))
    size = (len(columns) + 7) // 8
    total = len(front) + len(back) + len(ends) + 1 + size
    jumps = [next((i for i, end in enumerate(ends) if end >= 256), 0xFF)] if total + 1 > 256 else []
    table = bytes(end % 256 for end in reversed(ends)) + bytes(jumps) + bytes([len(ends) - 1])
    return front + back + table + mask.to_bytes(size, "little")


def lint(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "night.xml"
    file.write_text(text, encoding="utf-8")
    command = ["xmllint", "--nonet", "--noout", "--dtdvalid", str(DTD), str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)
