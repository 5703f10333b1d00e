"""Cleaning, finding and sorting names in every script, in Python, so that the result is the same on every database."""

import unicodedata

from anyascii import anyascii

INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Signs that show nothing and that Unicode still counts as letters, marks or symbols."""
JOINERS = "\u200c\u200d"
FIRST_JOINED, LAST_JOINED = ("\u0600", "\u0dff")  # from Arabic to Sinhala: a joiner changes the form of a word
SELECTORS = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))
DROPPED_CATEGORIES = {"Cc", "Cf", "Co", "Cs"}  # controls, invisible and direction marks, private use, surrogates
BETWEEN_WORDS = str.maketrans(dict.fromkeys("-‐‑‒–—/,", " "))
APOSTROPHES = str.maketrans(dict.fromkeys("'’ʼʻ`´", ""))
OWN_PLACE = {
    "ґ": "г1", "ђ": "д1", "ѓ": "д2", "ё": "е1", "є": "е2", "ѕ": "з1", "і": "и1", "ї": "и2", "й": "и3", "ј": "и4",
    "ќ": "к1", "љ": "л1", "њ": "н1", "ћ": "т1", "ў": "у1", "џ": "ч1",
}  # fmt: skip
"""Cyrillic letters whose place in Unicode is not alphabetical: each comes after the letter given here."""
LAST_CHARACTER = "\uffff"  # after every letter that can follow


def clean_name(typed: str) -> str:
    """Return a name in its stored form: NFKC, one space between words, and no invisible characters.

    A joiner (U+200C, U+200D) stays between two letters of scripts that need it: Arabic and the Indian scripts.
    """
    text = "".join(" " if sign.isspace() or sign == "\0" else sign for sign in typed)
    text = unicodedata.normalize("NFKC", text)
    kept = [sign for at, sign in enumerate(text) if _is_seen(sign) or _joins(text, at)]
    # Removing a character can bring a letter and its accent together.
    return " ".join(unicodedata.normalize("NFKC", "".join(kept)).split())


def _is_seen(sign: str) -> bool:
    if sign.isascii():
        return sign.isprintable()
    hidden = unicodedata.category(sign) in DROPPED_CATEGORIES or sign in INVISIBLE
    return not hidden and not any(first <= sign <= last for first, last in SELECTORS)


def _joins(text: str, at: int) -> bool:
    """True if there is a joiner at `at` between two letters or marks of a script that needs it."""
    sides = (text[at - 1 : at], text[at + 1 : at + 2])
    return text[at] in JOINERS and all(FIRST_JOINED <= side <= LAST_JOINED for side in sides)


def fold(text: str) -> str:
    """Return the key by which a name is found: in Latin letters, without accents, capitals, hyphens or apostrophes.

    "Łukasz Čapek-Ngāti" becomes "lukasz capek ngati". Two names may have the same key, as 王伟 and 王薇 do.
    """
    clean = clean_name(text)
    plain = clean if clean.isascii() else anyascii(clean.translate(APOSTROPHES))
    folded = " ".join(plain.casefold().translate(BETWEEN_WORDS).translate(APOSTROPHES).split())
    return folded or clean.casefold()


def answers_to(name: str, typed: str) -> bool:
    """True if each word of `typed` is the beginning of a word of `name`. Both arguments must already be folded."""
    words = name.split()
    return all(any(word.startswith(part) for word in words) for part in typed.split())


def name_order(name: str) -> bytes:
    """Return the key by which names are sorted: Č next to C and Š next to S, not after Z.

    An accent counts only between names that are otherwise the same. The order of scripts is Latin, Greek, Cyrillic.
    """
    text = unicodedata.normalize("NFC", name).casefold()
    letters = text if text.isascii() else "".join(map(_letter, text))
    return "\0".join((letters, unicodedata.normalize("NFD", text), name)).encode(errors="replace")


def _letter(letter: str) -> str:
    if letter.isascii():
        return letter
    if own := OWN_PLACE.get(letter):
        return own[0] + LAST_CHARACTER + own[1]
    base = unicodedata.normalize("NFD", letter)[0]
    kind = unicodedata.category(letter)
    if "LATIN" in unicodedata.name(letter, "") or kind[0] in "PN":
        return anyascii(letter).lower()
    return "" if kind[0] == "M" else base
