"""Reading result files in every format. The format is recognised from the content."""

from collections.abc import Mapping

from scoring.errors import FileError
from scoring.files.bws import read_bws
from scoring.files.csv_files import read_travellers
from scoring.files.jet.reading import is_access
from scoring.files.model import ResultFile
from scoring.files.pbn_reading import read_pbn_results
from scoring.files.usebio_reading import read_usebio

UNKNOWN_FILE = (
    "this is no file of results. USEBIO (XML), PBN with score tables, CSV travellers and .bws files are read."
)
ONLY_ZEROS = "the file has only zeros where its text should begin: it was not saved whole. Save it again."


def read_results(data: bytes, vuls: Mapping[int, str] | None = None) -> ResultFile:
    """Return the results of a file, whatever its format. Raise FileError with every fault.

    `vuls` gives the vulnerability of each board where it is unusual, for files that do not state it.
    """
    if is_access(data):
        return read_bws(data, vuls)
    start = data[:4096].lstrip(b"\xef\xbb\xbf \r\n\t")
    if not start:
        raise FileError(["the file is empty."])
    if not start.strip(b"\0"):
        raise FileError([ONLY_ZEROS])
    if start.startswith(b"<") or start[:4] in (b"\xff\xfe<\0", b"\xfe\xff\0<"):
        return read_usebio(data, vuls)
    if b"\0" in start:
        raise FileError([UNKNOWN_FILE])
    if start.startswith((b"%", b"[")) or b"\n[" in start:
        return read_pbn_results(data)
    return read_travellers(_text(data), vuls)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
