"""The boards of an event: dealt, and encrypted for other servers with AES-256-GCM until a heat starts."""

import json
from base64 import b32decode, b32encode
from binascii import Error as NotBase32
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from clubsite.core.base64url import base64url, from_base64url
from clubsite.core.refused import Refused
from clubsite.events.models import Event
from games.deals import Deal
from games.errors import BadDeal
from games.event_seed import event_deals, event_seed

NONCE_BYTES = 12
WRONG_KEY = (
    "This key does not open the boards of the event: it is another key, or the public number was corrected after the "
    "boards were sent. Read the key again, or get the boards again from the organiser."
)
KEY_CHARACTERS = 52


class NotUnsealed(Refused):
    """Boards that cannot be read, or a key that is none."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "key")


@dataclass(frozen=True, slots=True)
class SealFacts:
    """What sealed boards are sealed for. With any other facts, their key is another one and does not open them.

    `event` is the event's id at its organiser's server, and `options` are those of the game as announced.
    """

    event: str
    public_number: str
    boards: int
    options: Mapping[str, Any]

    @classmethod
    def of(cls, event: Event) -> Self:
        return cls(event.seal_id, event.public_number, event.boards, event.options)

    def to_bytes(self) -> bytes:
        """Return the facts as JSON in ASCII, without blanks and with the keys of each object in their order."""
        facts = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()


def boards_key(secret: str, facts: SealFacts) -> str:
    """Return the key of an event's boards, in hexadecimal digits. The secret does not follow from it."""
    info = facts.to_bytes()
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(bytes.fromhex(secret)).hex()


def boards_sealed(deals: Mapping[int, Deal], *, key: str, facts: SealFacts, nonce: bytes) -> str:
    """Return the boards, encrypted, as base64url. A key never has the same `nonce` for other boards."""
    text = json.dumps([deals[number].to_setup(number) for number in sorted(deals)], separators=(",", ":"))
    return base64url(nonce + AESGCM(bytes.fromhex(key)).encrypt(nonce, text.encode(), facts.to_bytes()))


def boards_unsealed(sealed: str, *, key: str, facts: SealFacts) -> dict[int, Deal]:
    """Return the deals of encrypted boards, by number.

    Raise NotUnsealed if the key does not open them, if they are sealed for other facts, or if a board is missing.
    """
    try:
        data = from_base64url(sealed.encode())
        text = AESGCM(bytes.fromhex(key)).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], facts.to_bytes())
        deals = {int(setup["board"]): Deal.from_setup(setup) for setup in json.loads(text)}
    except InvalidTag:
        raise NotUnsealed(WRONG_KEY) from None
    except (ValueError, KeyError, TypeError, BadDeal):
        raise NotUnsealed("The boards of the event are damaged. Ask the organiser to send them again.") from None
    if deals.keys() != set(range(1, facts.boards + 1)):
        raise NotUnsealed(f"The organiser’s server has not sent boards 1 to {facts.boards}. Ask the organiser.")
    return deals


def dealt_boards_of(event: Event) -> dict[int, Deal]:
    """Return the deals of an event, by board: from its secret or, in an event of another server whose secret is not
    shown yet, from its sealed boards and the key of any heat here.

    Return {} as long as nobody here can know them. Raise NotUnsealed if the key does not open the boards.
    """
    secret = event.shown_secret or (event.secret.open() if event.secret else "")
    if secret and not event.awaits_public_number():
        return event_deals(event_seed(secret, event.public_number, event.seal_id), event.boards)
    heat = event.heats.exclude(boards_key="").first() if event.sealed_boards else None
    if heat is None:
        return {}
    return boards_unsealed(event.sealed_boards, key=heat.boards_key.open(), facts=SealFacts.of(event))


def key_written(key: str) -> str:
    """Return a key as it is printed in a sealed envelope: 13 groups of four letters and figures."""
    text = b32encode(bytes.fromhex(key)).decode().rstrip("=")
    return " ".join(text[at : at + 4] for at in range(0, KEY_CHARACTERS, 4))


def letters_typed(text: str) -> str:
    """Return the letters and figures of a key in base32 as somebody typed them.

    Blanks, hyphens and small letters do not matter, and 0, 1 and 8, which no key has, are read as O, I and B.
    """
    return "".join(text.upper().split()).replace("-", "").translate(str.maketrans("018", "OIB"))


def key_typed(text: str) -> str:
    """Return the key that somebody typed from an envelope. Raise NotUnsealed for any other text."""
    wanted = letters_typed(text)
    try:
        if len(wanted) != KEY_CHARACTERS:
            raise ValueError
        return b32decode(wanted + "====").hex()
    except (ValueError, NotBase32):
        raise NotUnsealed(f"A key has {KEY_CHARACTERS} letters and figures. Read it again.") from None
