"""The rules in `docs/rules` as pages, with tables, an anchor at every numbered paragraph, and no raw HTML."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

RULES_FILE = re.compile(r"^([a-z-]+)\.md$")
NUMBER = re.compile(r"^[A-Z]{2,5}-\d+[a-z]?$")


@dataclass(frozen=True)
class Rulebook:
    """A rules page. `html` is safe to show, `contents` has the (anchor, title) of each part, and `numbers` has the
    paragraph numbers in order.
    """

    title: str
    html: SafeString
    contents: tuple[tuple[str, str], ...]
    numbers: tuple[str, ...]


def path_of(rules_name: str) -> Path:
    """Return the path of a rules file. Of `docs`, an installed site and the image contain only the rules."""
    return Path(settings.SITE_FILES) / "docs" / "rules" / f"{rules_name}.md"


def rulebook(rules_name: str) -> Rulebook | None:
    """Return the rules with this file name, or None if the file does not exist."""
    path = path_of(rules_name)
    try:
        return _read(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        return None


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> Rulebook:
    return render(path.read_text(encoding="utf-8"))


def render(text: str) -> Rulebook:
    """Return a rules file as a page."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("table_open", _table_open)
    reader.add_render_rule("table_close", _table_close)
    tokens = reader.parse(text)
    numbers = _number(tokens)
    contents = _contents(tokens)
    _empty_corners(tokens)
    _to_other_rules(tokens)
    title = next((_plain(tokens[at + 1]) for at, token in enumerate(tokens) if token.tag == "h1"), "")
    tokens = _without_title(tokens)
    html = reader.renderer.render(tokens, reader.options, {})
    # The renderer makes it from text that it escapes itself: `html` is off.
    return Rulebook(title, mark_safe(html), contents, numbers)


def _number(tokens: list[Token]) -> tuple[str, ...]:
    """Add an anchor to each paragraph or list item that begins with a bold number, and link the number to it."""
    numbers: list[str] = []
    holder: Token | None = None
    for place, token in enumerate(tokens):
        if token.type == "list_item_open":
            holder = token
        elif token.type == "inline" and token.children:
            number = _leading_number(token.children)
            if number and number not in numbers:
                inside = holder is not None and tokens[place - 2] is holder
                block = holder if inside and holder is not None else tokens[place - 1]
                block.attrSet("id", number)
                token.children = _linked(token.children, number)
                numbers.append(number)
    return tuple(numbers)


def _leading_number(children: Sequence[Token]) -> str | None:
    shown = [child for child in children if child.type != "text" or child.content]
    if len(shown) < 2 or shown[0].type != "strong_open":
        return None
    return shown[1].content if NUMBER.match(shown[1].content) else None


def _linked(children: list[Token], number: str) -> list[Token]:
    end = next(place for place, child in enumerate(children) if child.type == "strong_close") + 1
    link = Token("link_open", "a", 1, attrs={"href": f"#{number}", "class": "para"})
    return [link, *children[:end], Token("link_close", "a", -1), *children[end:]]


def _contents(tokens: list[Token]) -> tuple[tuple[str, str], ...]:
    parts: list[tuple[str, str]] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            words = _plain(tokens[place + 1])
            anchor = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
            token.attrSet("id", anchor)
            parts.append((anchor, words))
    return tuple(parts)


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def _without_title(tokens: list[Token]) -> list[Token]:
    """Return the tokens, leaving out those of the title, which the page shows as its own heading."""
    if tokens and tokens[0].tag == "h1":
        return tokens[3:]
    return tokens


def _empty_corners(tokens: Sequence[Token]) -> None:
    """Turn the empty cells in tables' headers into plain cells."""
    for opened, words, closed in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opened.type == "th_open" and not words.content:
            opened.tag = closed.tag = "td"


def _to_other_rules(tokens: Sequence[Token]) -> None:
    """Make links to other rules files lead to those files' pages."""
    links = (child for token in tokens for child in token.children or () if child.type == "link_open")
    for link in links:
        name = RULES_FILE.match(str(link.attrGet("href")))
        if name:
            link.attrSet("href", reverse("home:rules", args=[name[1].replace("-", "_")]))


def _table_open(self: Any, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    """Return the opening of the scrolling frame around a wide table, labelled with the table's header."""
    end = next(at for at in range(place, len(tokens)) if tokens[at].type == "thead_close")
    heads = (_plain(token) for token in tokens[place:end] if token.type == "inline")
    name = escape(", ".join(filter(None, heads)))
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Table: {name}"><table class="data">'


def _table_close(self: Any, tokens: Sequence[Token], place: int, options: Any, env: Any) -> str:
    return "</table></div>"
