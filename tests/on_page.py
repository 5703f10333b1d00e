"""What a page or a message tells, without what is drawn by lot: a token may have an `S8` in it and shows no card."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from clubsite.core.tokens import PUBLIC_ALPHABET, PUBLIC_LENGTH

CARD = re.compile(r"\b(?:[SHDC](?:10|[AKQJT2-9])|J[KRB])\b")
PUBLIC_ID = re.compile(rf"(?<![A-Za-z0-9])[{PUBLIC_ALPHABET}]{{{PUBLIC_LENGTH}}}(?![A-Za-z0-9])")
# Words that a page gets anew at each showing, by the name of their field.
DRAWN_FIELDS = {"csrfmiddlewaretoken", "idempotency_key"}
DRAWN_HEADERS = re.compile(r'"X-CSRFToken":\s*"[^"]*"')
KEY = re.compile(r"([?&]key=)[\w-]+")
# `d` is how a line is drawn: "S8 3" is a curve.
NO_DATA = {"nonce", "integrity", "d"}
# Of a message: who plays what where is not in these.
DRAWN_KEYS = {"play", "code", "links", "invite"}


def on_page(page: str) -> str:
    """All words of a page and all data in it: comments, scripts and attributes too, each blank one blank.

    Left out: tokens of forms and headers, nonces, hashes of files, ids and keys in addresses, and drawings. Text that
    is no HTML (JSON, PBN) comes back whole.
    """
    parser = _Parser()
    parser.feed(page)
    parser.close()
    return " ".join(" ".join(parser.told).split())


def cards_in(text: str) -> set[str]:
    """Codes of cards that stand in a text as words."""
    return set(CARD.findall(text))


def cards_on_page(page: str) -> set[str]:
    return cards_in(on_page(page))


def cards_in_message(message) -> set[str]:
    """Codes of cards anywhere in a message but where it has ids and links; keys count too."""
    return {card for text in _strings(message) for card in cards_in(text)}


def _strings(value) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            if key not in DRAWN_KEYS:
                yield from _strings(inner)
    elif isinstance(value, list | tuple | set):
        for inner in value:
            yield from _strings(inner)
    else:
        yield str(value)


class _Parser(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.told: list[str] = []

    def handle_data(self, data: str):
        self.told.append(data)

    def handle_comment(self, data: str):
        self.told.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]):
        drawn = dict(attrs).get("name") in DRAWN_FIELDS
        for name, value in attrs:
            if value and name not in NO_DATA and not (drawn and name == "value"):
                self.told.append(_without_lots(value))


def _without_lots(value: str) -> str:
    if value.startswith(("/static/", "data:")):  # a hashed name, a picture
        return ""
    return PUBLIC_ID.sub("", KEY.sub(r"\1", DRAWN_HEADERS.sub("", value)))
