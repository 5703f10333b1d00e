"""The cells of a row: fixed cells, variable-length cells with the places where they end, and a mask of empty cells."""

import re
import struct
from collections.abc import Mapping

from scoring.files.jet.definitions import Field
from scoring.files.jet.pages import Damaged, Pages, long, short
from scoring.files.jet.shapes import Cell, JetType

FORMS: dict[int, str] = {
    JetType.BYTE: "<B",
    JetType.INTEGER: "<h",
    JetType.LONG: "<i",
    JetType.SINGLE: "<f",
    JetType.DOUBLE: "<d",
    JetType.DATE: "<d",
}
COMPRESSED = b"\xff\xfe"
INLINE, ONE_ROW = 0x80, 0x40
MOST_MEMO, MOST_PARTS = 10_000, 8
END_COST = 4  # the cost, in bytes, of looking where a cell ends
SWITCH_COST = 16  # the cost, in bytes, of a change between one and two bytes a character
WIDE = re.compile(rb"(?:[^\0].)*", re.DOTALL)


def cells_of(pages: Pages, row: bytes, fields: Mapping[str, Field]) -> dict[str, Cell]:
    """Return the cells that a row has in these columns. Raise Damaged if the row contradicts itself."""
    wide = pages.layout.wide
    count = short(row, 0) if wide else row[0] if row else 0
    mask_size = (count + 7) // 8
    if not count or len(row) < mask_size + (4 if wide else 2):
        raise Damaged("a row is shorter than its columns")
    mask = row[len(row) - mask_size :]
    ends = _ends_wide(row, mask_size) if wide else _ends_narrow(row, mask_size)
    pages.spend(END_COST * len(ends))
    cells: dict[str, Cell] = {}
    for name, field in fields.items():
        there = field.number < count and bool(mask[field.number // 8] >> field.number % 8 & 1)
        if field.kind == JetType.BOOLEAN:
            cells[name] = there
        elif not there:
            cells[name] = None
        elif field.fixed:
            cells[name] = _fixed(pages, row, (2 if wide else 1) + field.place, field)
        else:
            cells[name] = _variable(pages, row, ends, field)
    return cells


def _fixed(pages: Pages, row: bytes, at: int, field: Field) -> Cell:
    form = FORMS.get(field.kind)
    if field.kind == JetType.TEXT:
        return _read(pages, row[at : at + field.size]).rstrip()
    if form is None:
        return None
    if at + struct.calcsize(form) > len(row):
        raise Damaged("a cell stands outside of its row")
    value: int | float = struct.unpack_from(form, row, at)[0]
    return value


def _ends_wide(row: bytes, mask_size: int) -> list[int]:
    """Return where each variable-length cell begins, and where the last cell ends."""
    at = len(row) - mask_size - 2
    count = short(row, at)
    first = at - 2 - 2 * min(count, 256)
    if count and first < 0:
        raise Damaged("a row is shorter than its cells")
    return list(struct.unpack_from(f"<{min(count, 256) + 1}H", row, first))[::-1] if count else []


def _ends_narrow(row: bytes, mask_size: int) -> list[int]:
    """Return where each variable-length cell in a Jet 3 row begins, and where the last cell ends.

    Each offset is one byte. A jump table says from which cell onwards another 256 has to be added.
    """
    last = len(row) - 1
    count = row[last - mask_size]
    jumps = last // 256
    at = last - mask_size - jumps - 1
    if (at - count) // 256 < jumps:
        jumps -= 1
    ends: list[int] = []
    passed = 0
    for place in range(count + 1 if count else 0):
        while passed < jumps and place == row[last - mask_size - passed - 1]:
            passed += 1
        if not 0 <= at - place < len(row):
            raise Damaged("a row is shorter than its cells")
        ends.append(row[at - place] + 256 * passed)
    return ends


def _variable(pages: Pages, row: bytes, ends: list[int], field: Field) -> Cell:
    if field.place + 1 >= len(ends):
        return None
    start, end = ends[field.place], ends[field.place + 1]
    if not 0 <= start <= end <= len(row):
        raise Damaged("a cell stands outside of its row")
    cell = row[start:end]
    if field.kind == JetType.MEMO:
        cell = _memo(pages, cell)
    elif field.kind != JetType.TEXT:
        return _fixed(pages, cell, 0, field) if field.kind in FORMS else cell
    return _read(pages, cell)


def _read(pages: Pages, cell: bytes) -> str:
    pages.spend(len(cell) + (SWITCH_COST * cell.count(b"\0") if cell.startswith(COMPRESSED) else 0))
    return _text(cell) if pages.layout.wide else cell.decode("cp1252", "replace")


def _text(cell: bytes) -> str:
    """Return a cell's Unicode text.

    Text that begins with FF FE is compressed: it has one byte per character, and a zero byte switches to two bytes
    per character or back to one.
    """
    if not cell.startswith(COMPRESSED):
        return cell.decode("utf-16-le", "replace")
    parts = cell[2:].split(b"\0")
    if len(parts) == 1:
        return parts[0].decode("latin-1")
    text, at, narrow = "", 2, True
    while at < len(cell):
        if narrow:
            end = cell.find(b"\0", at)
            end = len(cell) if end < 0 else end
            text += cell[at:end].decode("latin-1")
            at = end + 1
        else:
            found_wide = WIDE.match(cell, at)
            end = found_wide.end() if found_wide else at
            text += cell[at:end].decode("utf-16-le", "replace")
            at = end + 1
        narrow = not narrow
    return text


def _memo(pages: Pages, cell: bytes) -> bytes:
    """Return text that may be stored in one or more rows of its own. Text longer than any real remark is cut off."""
    if len(cell) < 12:
        raise Damaged("a long text has no place")
    size = long(cell, 0)
    if size >> 24 & INLINE:
        return cell[12:]
    pointer = long(cell, 4)
    if size >> 24 & ONE_ROW:
        return pages.row(pointer)[:MOST_MEMO]
    memo = b""
    for _ in range(MOST_PARTS):
        if not pointer or len(memo) >= min(size & 0xFFFFFF, MOST_MEMO):
            break
        part = pages.row(pointer)
        memo, pointer = memo + part[4:], long(part, 0)
    return memo[:MOST_MEMO]
