"""The text of a page or message without its random parts: a token may contain `S8` although no card is shown."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from clubsite.core.tokens import PUBLIC_ALPHABET, PUBLIC_LENGTH

CARD = re.compile(r"\b(?:[SHDC](?:10|[AKQJT2-9])|J[KRB])\b")
PUBLIC_ID = re.compile(rf"(?<![A-Za-z0-9])[{PUBLIC_ALPHABET}]{{{PUBLIC_LENGTH}}}(?![A-Za-z0-9])")
# The names of fields whose words are new at each showing.
DRAWN_FIELDS = {"csrfmiddlewaretoken", "idempotency_key"}
DRAWN_HEADERS = re.compile(r'"X-CSRFToken":\s*"[^"]*"')
KEY = re.compile(r"([?&]key=)[\w-]+")
# `d` is how a line is drawn: "S8 3" is a curve.
NO_DATA = {"nonce", "integrity", "d"}
# The keys of a message that do not tell who plays what where.
DRAWN_KEYS = {"play", "code", "links", "invite"}


def on_page(page: str) -> str:
    """Return all text and data of a page, including comments, scripts and attributes, with single spaces. Tokens in
    forms and headers, nonces, file hashes, ids and keys in addresses, and drawings are left out. Text other than HTML
    (JSON, PBN) is returned unchanged.
    """
    parser = _Parser()
    parser.feed(page)
    parser.close()
    return " ".join(" ".join(parser.told).split())


def has_word(text: str, word: str) -> bool:
    """Return True if the word stands alone in the text. Letters in the middle of a token are no word."""
    return bool(re.search(rf"\b{re.escape(word)}\b", text))


def cards_in(text: str) -> set[str]:
    """Return the card codes that occur as words in a text."""
    return set(CARD.findall(text))


def cards_on_page(page: str) -> set[str]:
    return cards_in(on_page(page))


def cards_in_message(message) -> set[str]:
    """Return the card codes anywhere in a message, including its keys but not its ids and links."""
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
