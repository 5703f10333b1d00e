"""The pages of a file and the rows on them. Everything that a page says about itself is checked before it is used."""

import struct
from collections.abc import Iterator

from scoring.errors import FileError
from scoring.files.jet.layouts import BITMAP, DATA, HEADER, LAYOUTS, VERSION_AT, Layout

MOST_PAGES = 20_000
MOST_PLACES = 256  # rows of a page, as a pointer has one byte for them
MOST_READ = 16_000_000
"""Bytes to read. A file of 5 MB needs fewer, unless many pointers lead to the same bytes."""
ROW_COST = 64  # the cost of looking for a row, in bytes, however short it is
DELETED, ELSEWHERE, OFFSET = 0x8000, 0x4000, 0x1FFF


class Damaged(FileError):
    """Raised if the file contradicts itself. `what` says where the contradiction is."""

    def __init__(self, what: str) -> None:
        super().__init__([f"the file is damaged: {what}. Copy it once more from the computer that wrote it."])


def short(data: bytes, at: int) -> int:
    """Return the number in the two bytes at `at`. Raise Damaged if they are not in the data."""
    return _whole(data, at, 2, "<H")


def long(data: bytes, at: int) -> int:
    """Return the number in the four bytes at `at`. Raise Damaged if they are not in the data."""
    return _whole(data, at, 4, "<I")


def _whole(data: bytes, at: int, size: int, form: str) -> int:
    if not 0 <= at <= len(data) - size:
        raise Damaged("a page ends too early")
    number: int = struct.unpack_from(form, data, at)[0]
    return number


class Pages:
    """A file split into its pages. Raise FileError if the file is not a supported Access file."""

    def __init__(self, data: bytes) -> None:
        self.layout = _layout(data)
        self.data = data
        self.count = len(data) // self.layout.page
        if self.count > MOST_PAGES:
            raise FileError([f"the file has {self.count} pages, far more than one evening needs."])
        self.read = 0

    def spend(self, size: int) -> None:
        """Count `size` bytes as read. Raise FileError if more than MOST_READ bytes have been read in all."""
        self.read += size
        if self.read > MOST_READ:
            raise FileError(["the file has far more in its tables than one evening needs."])

    def page(self, number: int) -> bytes:
        """Return the page with this number. Raise Damaged if there is no such page."""
        if not 0 < number < self.count:
            raise Damaged(f"it speaks of page {number} and has {self.count}")
        size = self.layout.page
        return self.data[number * size : (number + 1) * size]

    def row(self, pointer: int) -> bytes:
        """Return the row to which a pointer (a page and a place on that page) refers."""
        page, place = self.page(pointer >> 8), pointer & 0xFF
        if place >= _count(page, self.layout):
            raise Damaged(f"page {pointer >> 8} has no row {place}")
        start = _slot(page, self.layout, place) & OFFSET
        end = _slot(page, self.layout, place - 1) & OFFSET if place else len(page)
        self.spend(ROW_COST + max(0, end - start))
        return page[start:end]

    def rows(self, owner: int, usage: int) -> Iterator[bytes]:
        """Yield each row of the table defined on page `owner`. `usage` points to the map of the table's pages."""
        for number in self.used(usage):
            page = self.page(number)
            if page[0] != DATA or long(page, 4) != owner:
                continue
            self.spend(len(page))
            for row, moved in _rows_of(page, self.layout):
                yield self.row(long(row, 0)) if moved else row

    def used(self, pointer: int) -> list[int]:
        """Return the page numbers that a usage map marks, each once. Pages beyond the end of the file are left out."""
        usage = self.row(pointer)
        if not usage:
            raise Damaged("a map of pages is empty")
        if usage[0] == 0:
            return list(self._bits(usage[5:], long(usage, 1)))
        numbers: list[int] = []
        each = (self.layout.page - 4) * 8
        for place, at in enumerate(range(1, len(usage) - 3, 4)):
            number = long(usage, at)
            if number:
                page = self.page(number)
                if page[0] != BITMAP:
                    raise Damaged(f"page {number} is no map of pages")
                numbers += self._bits(page[4:], place * each)
        return numbers

    def _bits(self, bitmap: bytes, first: int) -> Iterator[int]:
        for at, byte in enumerate(bitmap):
            if first + at * 8 >= self.count:
                return
            for bit in range(8):
                if byte >> bit & 1 and first + at * 8 + bit < self.count:
                    yield first + at * 8 + bit


def _rows_of(page: bytes, layout: Layout) -> Iterator[tuple[bytes, bool]]:
    """Yield the bytes of each row on a data page, and whether it was moved. A moved row contains its new location.

    Deleted rows are left out, and so are rows to which another row points.
    """
    end = len(page)
    for place in range(_count(page, layout)):
        slot = _slot(page, layout, place)
        start = slot & OFFSET
        if start > end:
            raise Damaged("rows of a page overlap")
        row, end = page[start:end], start
        if not slot & DELETED:
            yield row, bool(slot & ELSEWHERE)


def _count(page: bytes, layout: Layout) -> int:
    return min(short(page, layout.slots_at), MOST_PLACES)


def _slot(page: bytes, layout: Layout, place: int) -> int:
    return short(page, layout.slots_at + 2 + 2 * place)


def _layout(data: bytes) -> Layout:
    if data[4:19] == b"Standard ACE DB":
        raise FileError(
            ["this is an Access file of 2007 or later (.accdb). Save it as an Access 2000 database (.mdb) first."]
        )
    if not data.startswith(HEADER) or len(data) <= VERSION_AT:
        raise FileError(["this is no Access file."])
    layout = LAYOUTS.get(data[VERSION_AT])
    if layout is None:
        raise FileError(["this is an Access file of a version that is not read here. Save it as Access 2000."])
    if len(data) < 3 * layout.page:
        raise Damaged("it breaks off")
    return layout
