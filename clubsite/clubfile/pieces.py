"""Reading a club file from its pieces in the database."""

import io
from typing import Any

from clubsite.clubfile.models import BroughtFile

PIECE_BYTES = 2**20


class _Pieces(io.RawIOBase):
    """The file as a stream in which `zipfile` can seek. One piece at a time is in memory."""

    def __init__(self, file: BroughtFile) -> None:
        self._file, self._at = file, 0
        self._number, self._piece = 0, b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._file.size}[whence]
        self._at = base + offset
        if self._at < 0:
            raise ValueError("before the beginning")
        return self._at

    def readinto(self, buffer: Any) -> int:
        index, offset = divmod(self._at, PIECE_BYTES)
        data = self._read(index + 1)[offset : offset + len(buffer)]
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def _read(self, number: int) -> bytes:
        if number != self._number:
            found = self._file.pieces.filter(number=number).values_list("data", flat=True).first()
            self._number, self._piece = number, bytes(found or b"")
        return self._piece


def pieces_opened(file: BroughtFile) -> io.BufferedReader:
    """Return the whole file for reading."""
    return io.BufferedReader(_Pieces(file))
