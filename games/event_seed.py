"""The seed of an event's deals. Nobody can choose it: it combines a secret, a public number and the event's id."""

import re
from hashlib import sha256

from games.deals import Deal
from games.shuffle import deal_from_seed
from games.wording import counted

MAX_NUMBERS, LONGEST_NUMBER = 20, 9
"""Limits of a public number: the whole numbers in it, and the digits of each."""


def secret_commitment(secret: str) -> str:
    """Return the commitment to an event's secret: SHA-256 over its 32 bytes, in hexadecimal digits. Raise ValueError if
    the secret is not 64 hexadecimal digits.
    """
    data = bytes.fromhex(secret)
    if len(data) != 32:
        raise ValueError("The secret of an event has 64 hexadecimal digits.")
    return sha256(data).hexdigest()


def numbers_read(text: str, count: int) -> str:
    """Return the `count` whole numbers in a text in ascending order, joined by single spaces, without leading zeros.

    Anything but a digit separates two numbers, so a draw has one form, however it is written. Raise ValueError, with a
    sentence for people, if the text does not have `count` numbers.
    """
    numbers = re.findall("[0-9]+", text)
    if len(numbers) != count:
        raise ValueError(f"Write {counted(count, 'whole number')}. This text has {len(numbers)}.")
    plain = [digits.lstrip("0") or "0" for digits in numbers]
    if any(len(digits) > LONGEST_NUMBER for digits in plain):
        raise ValueError(f"A number has at most {LONGEST_NUMBER} digits.")
    return " ".join(sorted(plain, key=int))


def event_seed(secret: str, public_number: str, event_id: str) -> str:
    """Return the seed of an event's deals, in hexadecimal digits.

    It is SHA-256 over the three texts in UTF-8, each preceded by its length in bytes as a big-endian four-byte integer.
    """
    fields = [text.encode() for text in (secret, public_number, event_id)]
    return sha256(b"".join(len(field).to_bytes(4, "big") + field for field in fields)).hexdigest()


def event_deals(seed: str, boards: int) -> dict[int, Deal]:
    """Return {number: deal} for boards 1 to `boards`, with both sequences (decision 006)."""
    return {number: deal_from_seed(seed, number) for number in range(1, boards + 1)}
