"""What pages and forms show to a reader, without their tags."""

import re
from html import unescape

from django.test import Client


def words(answer) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def text_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    body = re.sub(r"<(script|style).*?</\1>", " ", answer.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).replace("&nbsp;", " ").split())


def meta_of(page: bytes) -> dict[str, str]:
    """Return every `meta` with a name or property, and the canonical address."""
    text = page.decode()
    found = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', text))
    canonical = re.findall(r'<link rel="canonical" href="([^"]+)"', text)
    return found | ({"canonical": canonical[0]} if canonical else {})
