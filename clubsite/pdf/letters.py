"""The fonts for sheets and pictures, and replacements for letters that the fonts lack."""

import unicodedata
from functools import cache
from itertools import groupby
from pathlib import Path

from anyascii import anyascii
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent / "fonts"
SANS, BOLD = "NotoSans-Regular.ttf", "NotoSans-Bold.ttf"
DASHES = str.maketrans({"\u2212": "–"})  # the fonts have no minus
SCRIPTS = {
    "CJK": "Chinese characters",
    "HIRAGANA": "Japanese characters",
    "KATAKANA": "Japanese characters",
    "HANGUL": "Korean letters",
}
"""Names by the first word of a letter's Unicode name. All other scripts use that word itself."""
JAPANESE = {"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}


@cache
def letters_of(font: str) -> frozenset[int]:
    with TTFont(FONTS / font, lazy=True) as file:
        return frozenset(file.getBestCmap())


def plain(text: str) -> str:
    """Return the text in letters that the fonts have.

    A Latin letter that the fonts lack loses its mark. A name in another script becomes a description: "(name in
    Arabic letters)". A symbol that the fonts lack is left out.
    """
    text = "".join(map(_with_letters, unicodedata.normalize("NFC", text).translate(DASHES)))
    if _has(text):
        return text
    letters = "".join("".join(run) if has else _in_words("".join(run)) for has, run in groupby(_joined(text), key=_has))
    return " ".join(letters.split()) or "(name in symbols)"


def _has(text: str) -> bool:
    return letters_of(SANS).issuperset(map(ord, text))


def _with_letters(letter: str) -> str:
    rare_latin = not _has(letter) and "LATIN" in unicodedata.name(letter, "")
    return anyascii(letter) if rare_latin else letter


def _joined(text: str) -> list[str]:
    """Return the characters, with spaces and marks between two letters that the fonts lack joined to the first one."""
    signs: list[str] = []
    for at, sign in enumerate(text):
        after = text[at:].lstrip(" .-'’")[:1]
        if signs and not _has(signs[-1]) and _has(sign) and after and not _has(after):
            signs[-1] += sign
        else:
            signs.append(sign)
    return signs


def _in_words(run: str) -> str:
    kinds = {unicodedata.name(sign, "").split(" ")[0] for sign in run if unicodedata.category(sign)[0] in "LM"}
    kinds -= {"COMBINING", ""}
    if not kinds:
        return " "
    kind = "KATAKANA" if kinds & JAPANESE else min(kinds)
    return f" (name in {SCRIPTS.get(kind, f'{kind.title()} letters')}) "
