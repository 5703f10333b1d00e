"""XML from untrusted sources as a small tree with line numbers.

The reader fetches nothing from outside the file and expands no entities. Size, depth and the number of elements are
bounded, so that a hostile file costs no more to read than a long one.
"""

import re
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from xml.sax import ContentHandler, ErrorHandler, SAXException, SAXParseException
from xml.sax.handler import feature_external_ges, feature_external_pes
from xml.sax.xmlreader import InputSource

from defusedxml.common import DefusedXmlException
from defusedxml.sax import make_parser

from games.notation.file_bytes import decode_text
from scoring.errors import FileError

MOST_BYTES = 10_000_000
MAX_DEPTH, MOST_ELEMENTS = 30, 50_000
DECLARED = re.compile(rb"""\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.-]+)""")
AS_WINDOWS_1252 = frozenset({"iso-8859-1", "iso8859-1", "latin1", "latin-1", "us-ascii", "windows-1252", "cp1252"})


@dataclass(slots=True)
class Node:
    """An element. `line` is the line on which it begins. `text` is its own text, without the text of its children."""

    name: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    children: "list[Node]" = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> "list[Node]":
        """Return the descendants with this name, in file order.

        Elements inside another element with this name are not included.
        """
        nodes: list[Node] = []
        for child in self.children:
            nodes += [child] if child.name == name else child.all(name)
        return nodes

    def one(self, name: str) -> "Node | None":
        """Return the first child with this name, or None."""
        return next((child for child in self.children if child.name == name), None)

    def said(self, name: str) -> str:
        """Return the text of the first child with this name, with whitespace collapsed, or "" if there is none."""
        child = self.one(name)
        return " ".join(child.text.split()) if child else ""


def read_xml(data: bytes) -> Node:
    """Parse a file's bytes into a tree, with names in capitals. Raise FileError naming the line of the fault."""
    if len(data) > MOST_BYTES:
        raise FileError([f"the file is larger than {MOST_BYTES // 1_000_000} MB."])
    builder = _Builder()
    try:
        _parser(builder).parse(_source(data))
    except SAXParseException as error:
        raise FileError([f"line {error.getLineNumber() or 1}: this is no XML: {error.getMessage()}."]) from None
    except _TooMuch as much:
        raise FileError([f"line {builder.line}: {much}."]) from None
    except DefusedXmlException:
        raise FileError(
            [f"line {builder.line}: the file declares an entity. Such files are not read: save it without."]
        ) from None
    except (SAXException, ValueError, LookupError) as error:
        raise FileError([f"line {builder.line}: this is no XML: {error}."]) from None
    return builder.root.children[0]


def _source(data: bytes) -> InputSource:
    """Return the file for the parser, as UTF-8 unless it names an encoding that only the parser knows.

    ISO-8859-1 is read as Windows-1252, as browsers do.
    """
    declared = DECLARED.match(data[:200])
    name = declared[1].decode().lower() if declared else "utf-8"
    source = InputSource()
    if name in AS_WINDOWS_1252 or (name.startswith("utf") and data[1:2] != b"\0"):
        if not data.isascii():
            text = data.decode("cp1252", "replace") if name in AS_WINDOWS_1252 else decode_text(data)
            data = text.encode()
        source.setEncoding("utf-8")
    source.setByteStream(BytesIO(data))
    return source


def _parser(builder: "_Builder") -> Any:
    """Return a parser that refuses entities. It allows a DTD, because real files name one, but does not fetch it."""
    parser = make_parser()
    parser.forbid_entities, parser.forbid_external = True, False
    for feature in (feature_external_ges, feature_external_pes):
        parser.setFeature(feature, False)
    parser.setContentHandler(builder)
    parser.setErrorHandler(ErrorHandler())
    return parser


class _TooMuch(Exception):
    """Raised to stop parsing a file that exceeds a limit. `str()` says what the file has too much of."""


class _Builder(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("", 0)
        self.open = [self.root]
        self.texts: list[list[str]] = [[]]
        self.locator: object = None
        self.elements = 0

    @property
    def line(self) -> int:
        number = getattr(self.locator, "getLineNumber", lambda: 1)()
        return int(number or 1)

    def setDocumentLocator(self, locator: object) -> None:
        self.locator = locator

    def startElement(self, name: str, attrs: object) -> None:
        if len(self.open) > MAX_DEPTH:
            raise _TooMuch(f"elements lie more than {MAX_DEPTH} deep")
        self.elements += 1
        if self.elements > MOST_ELEMENTS:
            raise _TooMuch(f"the file has more than {MOST_ELEMENTS:,} elements, which no evening needs")
        values = {key.upper(): text for key, text in attrs.items()}  # type: ignore[attr-defined]
        node = Node(name.upper(), self.line, values)
        self.open[-1].children.append(node)
        self.open.append(node)
        self.texts.append([])

    def characters(self, content: str) -> None:
        self.texts[-1].append(content)

    def endElement(self, name: str) -> None:
        self.open.pop().text = "".join(self.texts.pop())
