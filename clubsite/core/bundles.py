"""Bundles: a page's script with all its imports in one file, and likewise its style sheet.

The sources are plain modules that a browser can read as they are. Here they are joined as text into one file
each, following the few forms of `import` and `export` that the sources use. Any other form is refused. `read`
returns the text of a name such as `js/play/seat.js`.
"""

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

Read = Callable[[str], str]

IMPORT = re.compile(r'^import \{([^{}]*)\} from "(\.[^"]+)";$', re.M)
EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.M)
EXPORT_LIST = re.compile(r"\bexport ?\{([^{}]*)\};?\s*\Z")
OTHER_FORM = re.compile(r"^\s*(?:import|export)\b.*|\bimport(?:\(|\.meta\b).*", re.M)
# Whole lines only, as text in a template may look like a comment.
SCRIPT_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?!\s*\*?\s*@license)(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.M)
SHEET_IMPORT = re.compile(r'^@import "([\w-]+\.css)";$', re.M)
SHEET_COMMENT = re.compile(r"/\*.*?\*/", re.S)


class NotBundled(ValueError):
    """Raised for a source that cannot be bundled. The message names the source and says why."""


def imported(name: str, source: str) -> list[str]:
    return [_beside(name, path) for _, path in IMPORT.findall(source)]


def script_bundle(name: str, read: Read) -> str:
    """Return the script and its imports as one module. Each script becomes a function that is called once, before any
    script that imports it. A script that imports nothing remains separate, with its global names.

    Raise NotBundled for scripts that import one another and for any other form of import or export.
    """
    if not imported(name, read(name)):
        return SCRIPT_COMMENT.sub("", read(name))
    numbers: dict[str, int] = {}
    parts: list[str] = []

    def add(each: str, importers: tuple[str, ...]) -> None:
        if each in numbers:
            return
        if each in importers:
            raise NotBundled(f"{each}: it imports itself, by {', '.join(importers)}")
        source = read(each)
        for needed in imported(each, source):
            add(needed, (*importers, each))
        numbers[each] = len(parts)
        parts.append(_as_function(each, source, numbers))

    add(name, ())
    return "\n".join(parts) + "\n"


def _as_function(name: str, source: str, numbers: dict[str, int]) -> str:
    exports: list[str] = []

    def taken(match: re.Match[str]) -> str:
        return f"const {{{_pairs(match[1], ': ')}}} = m{numbers[_beside(name, match[2])]};"

    def given(match: re.Match[str]) -> str:
        exports.append(match[2])
        return f"{match[1]} {match[2]}"

    def listed(match: re.Match[str]) -> str:
        exports.extend(": ".join(reversed(each.split(" as "))) for each in _names(match[1]))
        return ""

    body = EXPORT_LIST.sub(listed, EXPORT.sub(given, IMPORT.sub(taken, source)))
    body = SCRIPT_COMMENT.sub("", body)
    if other := OTHER_FORM.search(body):
        raise NotBundled(f"{name}: not a form of import or export that is known: {other[0].strip()[:80]}")
    return f"const m{numbers[name]} = (() => {{\n{body.strip()}\nreturn {{{', '.join(exports)}}};\n}})();"


def _pairs(names: str, between: str) -> str:
    return ", ".join(between.join(each.split(" as ")) for each in _names(names))


def _names(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _beside(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))


def sheet_bundle(name: str, read: Read) -> str:
    """Return the style sheet with its imports inlined, but without comments and indentation."""

    def put_in(match: re.Match[str]) -> str:
        return sheet_bundle(_beside(name, match[1]), read)

    text = SHEET_IMPORT.sub(put_in, SHEET_COMMENT.sub("", read(name)))
    if "@import" in text:
        raise NotBundled(f"{name}: not a form of @import that is known")
    return re.sub(r"\s*\n\s*", "\n", text).strip() + "\n"
