"""Deal files of every format. The format is recognised from the content, so the user need not name it."""

from collections.abc import Sequence
from pathlib import PurePath

from games.notation.dlm import read_dlm, write_dlm
from games.notation.faults import one_fault
from games.notation.file_bytes import decode_text, foreign_kind, without_utf_16
from games.notation.lin import read_lin, write_lin
from games.notation.machines import (
    BRI_BYTES,
    DGE_BYTES,
    FILLING,
    SUIT_BYTES,
    read_bri,
    read_dge,
    read_dup,
    write_bri,
    write_dge,
    write_dup,
)
from games.notation.pbn import read_pbn
from games.notation.pbn_write import write_pbn
from games.notation.records import DealRecord, Deals

FORMATS = ("PBN", "LIN", "DUP", "BRI", "DGE", "DLM")
CARDS_ONLY = frozenset(FORMATS) - {"PBN", "LIN"}
FORMATS_READ = "PBN, LIN, DUP, BRI, DGE and DLM files are read."
_BYTES = {"DUP": read_dup, "BRI": read_bri, "DGE": read_dge}
_TEXTS = {"PBN": read_pbn, "LIN": read_lin, "DLM": read_dlm}


def read_deals(data: bytes, name: str = "", first: int | None = None) -> Deals:
    """Return all the boards in a file, whatever its format.

    `name` decides the format if the content does not. `first` is the first board's number, for files without numbers
    (`Deals.asks_first`). Raise DealFileError with every fault; no board is then used.
    """
    if not data.strip(FILLING):
        raise one_fault("file", "The file is empty.")
    if kind := foreign_kind(data):
        raise one_fault("file", f"This is {kind}. Only {FORMATS_READ}")
    data = without_utf_16(data)
    file_format = format_of(data, name)
    if file_format is None:
        raise one_fault("file", f"This is no deal file. {FORMATS_READ}")
    boards = _BYTES[file_format](data, first) if file_format in _BYTES else _TEXTS[file_format](decode_text(data))
    return Deals(file_format, tuple(boards))


def format_of(data: bytes, name: str = "") -> str | None:
    """Return a file's format, which is one of FORMATS, or None if it is not recognised."""
    start = data[:4096].lstrip(b"\xef\xbb\xbf \r\n\t")
    if start[:1] and start[0] in SUIT_BYTES:
        return "DGE"
    if len(start) >= BRI_BYTES and start[:BRI_BYTES].isdigit():
        return "DUP" if _has_trailer(data) else "BRI"
    if b"\0" in start:
        return None
    low = start.lower()
    if low.startswith(b"[document]") and b"from board" in low:
        return "DLM"
    if b"[deal" in data.lower() or b"[board" in data.lower():
        return "PBN"
    if b"md|" in data.lower():
        return "LIN"
    suffix = PurePath(name).suffix.upper().removeprefix(".")
    return suffix if suffix in FORMATS else "PBN" if low.startswith((b"%", b"[")) else None


def _has_trailer(data: bytes) -> bool:
    second = data[BRI_BYTES : BRI_BYTES + DGE_BYTES]
    flags = data[BRI_BYTES + DGE_BYTES : BRI_BYTES + DGE_BYTES + 2].upper()
    return (second[:1] != b"" and second[0] in SUIT_BYTES) or (len(flags) == 2 and set(flags) <= set(b"YN"))


def write_deals(format_name: str, boards: Sequence[DealRecord], event: str = "") -> bytes:
    """Return a file of the boards in the format `format_name`.

    PBN keeps everything, LIN keeps everything but the best results, and the other formats keep only the cards.
    Raise DealFileError if the format cannot hold these boards, or KeyError for an unknown format.
    """
    writers = {
        "PBN": lambda: write_pbn(boards, event).encode(),
        "LIN": lambda: write_lin(boards, event).encode(),
        "DUP": lambda: write_dup(boards),
        "BRI": lambda: write_bri(boards),
        "DGE": lambda: write_dge(boards),
        "DLM": lambda: write_dlm(boards, event).encode("latin-1", "replace"),
    }
    return writers[format_name]()
