"""A file's bytes before its format is known: decoded to text, or named as a kind of file that is not read."""

import codecs
import re

UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
RESULTS_TXT = re.compile(rb"^\[(?:GAME|CONTESTANTS|RESULTS)\]", re.MULTILINE)


def decode_text(data: bytes) -> str:
    """Return a file's text: UTF-16 if it has a byte order mark, else UTF-8, else Windows-1252.

    Files that are called ISO-8859-1 are read as Windows-1252, as browsers do.
    """
    try:
        return data.decode("utf-16" if data.startswith(UTF_16) else "utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def without_utf_16(data: bytes) -> bytes:
    """Return the same text in UTF-8 if the data is UTF-16, else the data unchanged."""
    return decode_text(data).encode() if data.startswith(UTF_16) else data


def foreign_kind(data: bytes) -> str:
    """Return the kind of file, such as "a PDF", if it is a well-known kind that no reader takes, else ""."""
    if data.startswith(b"PK\x03\x04"):
        if b"opendocument.spreadsheet" in data[:200]:
            return "an OpenDocument workbook (.ods)"
        return "an Excel workbook (.xlsx)" if b"xl/" in data else "a ZIP archive"
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return "an Excel workbook (.xls)" if "ook".encode("utf-16-le") in data else "an old Office document"
    if data[:1024].lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"%PDF-"):
        return "a PDF"
    return "a Results.txt of Jannersten’s" if RESULTS_TXT.search(without_utf_16(data[:8192])) else ""
