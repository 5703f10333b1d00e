"""Reading result files in every format. The format is recognised from the content."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from games.notation.file_bytes import decode_text, foreign_kind, without_utf_16
from scoring.errors import FileError
from scoring.files.bws import MOST_NOTES, read_bws
from scoring.files.contradictions import contradictions
from scoring.files.csv_files import read_travellers
from scoring.files.jet.reading import is_access
from scoring.files.model import ResultFile
from scoring.files.pbn_reading import read_pbn_results
from scoring.files.usebio_reading import read_usebio

FORMATS_READ = "USEBIO (XML), PBN with score tables, CSV travellers and .bws files are read."
ONLY_ZEROS = "the file has only zeros where its text should begin: it was not saved whole. Save it again."


def read_results(data: bytes, vuls: Mapping[int, str] | None = None) -> ResultFile:
    """Return the results of a file, whatever its format. Raise FileError with every fault.

    `vuls` gives the vulnerability of each board where it is unusual, for files that do not state it. The `notes` of the
    result also name points that contradict their scores, and leads that are not cards.
    """
    night = _read(data, vuls)
    return replace(night, notes=(*night.notes, *islice(contradictions(night), MOST_NOTES)))


def _read(data: bytes, vuls: Mapping[int, str] | None) -> ResultFile:
    if is_access(data):
        return read_bws(data, vuls)
    if kind := foreign_kind(data):
        raise FileError([f"this is {kind}. Only {FORMATS_READ}"])
    plain = without_utf_16(data)
    start = plain[:4096].lstrip(b"\xef\xbb\xbf \r\n\t")
    if not start:
        raise FileError(["the file is empty."])
    if not start.strip(b"\0"):
        raise FileError([ONLY_ZEROS])
    if start.startswith(b"<"):
        return read_usebio(data, vuls)
    if b"\0" in start:
        raise FileError([f"this is no file of results. {FORMATS_READ}"])
    if start.startswith((b"%", b"[")) or b"\n[" in start:
        return read_pbn_results(plain)
    return read_travellers(decode_text(plain), vuls)
