"""Functions that read what pages and forms show to a reader, without their tags."""

import re
from html import unescape
from io import BytesIO

from django.test import Client
from pypdf import PdfReader


def words(answer) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def text_of(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    body = re.sub(r"<(script|style).*?</\1>", " ", answer.text, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).replace("&nbsp;", " ").split())


def pdf_text(answer) -> str:
    """Return the text of all the pages in a PDF."""
    assert answer["Content-Type"] == "application/pdf"
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def meta_of(page: bytes) -> dict[str, str]:
    """Return every `meta` element that has a name or property, and the canonical address."""
    text = page.decode()
    meta = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', text))
    canonical = re.findall(r'<link rel="canonical" href="([^"]+)"', text)
    return meta | ({"canonical": canonical[0]} if canonical else {})
