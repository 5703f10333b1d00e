"""The boards of an event: deal them, and encrypt them for other servers with AES-256-GCM until a heat starts."""

import json
from collections.abc import Mapping
from contextlib import suppress

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from clubsite.core.ciphers import base64url, from_base64url
from clubsite.core.refused import Refused
from clubsite.core.tokens import letters_read, letters_written
from clubsite.events.models import Event
from games.deals import Deal
from games.errors import BadDeal
from games.event_seed import event_deals, event_seed

NONCE_BYTES, KEY_BYTES, KEY_CHARACTERS = 12, 32, 52


class NotUnsealed(Refused):
    """The error for boards that cannot be read, or for an invalid key."""


def seal_facts(event: Event) -> bytes:
    """Return the facts for which boards are sealed, as ASCII JSON without blanks and with sorted keys."""
    facts = {"event": event.seal_id, **{name: getattr(event, name) for name in ("public_number", "boards", "options")}}
    return json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()


def boards_key(secret: str, facts: bytes) -> str:
    """Return the key of an event's boards in hexadecimal digits. The secret cannot be derived from it."""
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=facts).derive(bytes.fromhex(secret)).hex()


def boards_sealed(deals: Mapping[int, Deal], *, key: str, facts: bytes, nonce: bytes) -> str:
    """Return the boards, encrypted, as base64url. A key must never use the same `nonce` for other boards."""
    text = json.dumps([deals[number].to_setup(number) for number in sorted(deals)], separators=(",", ":"))
    return base64url(nonce + AESGCM(bytes.fromhex(key)).encrypt(nonce, text.encode(), facts))


def boards_unsealed(event: Event, key: str) -> dict[int, Deal]:
    """Return the deals of an event's encrypted boards, by number. Raise NotUnsealed if not all can be read."""
    try:
        data = from_base64url(event.sealed_boards.encode())
        text = AESGCM(bytes.fromhex(key)).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], seal_facts(event))
        deals = {int(setup["board"]): Deal.from_setup(setup) for setup in json.loads(text)}
    except InvalidTag:
        raise NotUnsealed(
            "This key does not open the boards of the event: it is another key, or the public number was corrected "
            "after the boards were sent. Read the key again, or get the boards again from the organiser.",
            "key",
        ) from None
    except (ValueError, KeyError, TypeError, BadDeal):
        raise NotUnsealed("The boards of the event are damaged. Ask the organiser to send them again.", "key") from None
    if deals.keys() != set(range(1, event.boards + 1)):
        raise NotUnsealed(f"The organiser’s server has not sent boards 1 to {event.boards}. Ask the organiser.", "key")
    return deals


def dealt_boards_of(event: Event) -> dict[int, Deal]:
    """Return the deals of an event, by board: from its secret or, if another server does not show it yet, from its
    sealed boards and the key of any heat here. {} if nobody here can know them. Raise NotUnsealed for other boards.
    """
    secret = event.shown_secret or (event.secret.open() if event.secret else "")
    if secret and not event.awaits_public_number():
        return event_deals(event_seed(secret, event.public_number, event.seal_id), event.boards)
    heat = event.heats.exclude(boards_key="").first() if event.sealed_boards else None
    return boards_unsealed(event, heat.boards_key.open()) if heat is not None else {}


def key_written(key: str) -> str:
    """Return a key as it is printed in a sealed envelope: 13 groups of four letters and figures."""
    return letters_written(bytes.fromhex(key), " ")


def key_typed(text: str) -> str:
    """Return the key typed from an envelope. Raise NotUnsealed for any other text."""
    with suppress(ValueError):
        if len(key := letters_read(text)) == KEY_BYTES:
            return key.hex()
    raise NotUnsealed(f"A key has {KEY_CHARACTERS} letters and figures. Read it again.", "key")
