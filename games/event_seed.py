"""The seed of an event's deals, which nobody can choose: a secret, a public number and the event's id together."""

from hashlib import sha256

from games.deal_proof import BoardCheck, check_board
from games.deals import Deal
from games.shuffle import deal_from_seed


def secret_commitment(secret: str) -> str:
    """Return the commitment to an event's secret (64 hexadecimal digits): SHA-256 over its 32 bytes, in hexadecimal
    digits. Raise ValueError for any other text.
    """
    data = bytes.fromhex(secret)
    if len(data) != 32:
        raise ValueError("The secret of an event has 64 hexadecimal digits.")
    return sha256(data).hexdigest()


def event_seed(secret: str, public_number: str, event_id: str) -> str:
    """Return the seed of an event's deals, in hexadecimal digits.

    It is SHA-256 over the three texts in UTF-8, each after its length in bytes as four bytes, the largest first.
    """
    fields = [text.encode() for text in (secret, public_number, event_id)]
    return sha256(b"".join(len(field).to_bytes(4, "big") + field for field in fields)).hexdigest()


def event_deals(seed: str, boards: int) -> dict[int, Deal]:
    """Return the deals of the boards from 1 on, with both sequences, by number (decision 006)."""
    return {number: deal_from_seed(seed, number) for number in range(1, boards + 1)}


def check_event(seed: str, played: dict[int, Deal]) -> list[BoardCheck]:
    """Compare the boards that were played with what the seed deals, in order of their numbers."""
    return [check_board(seed, number, played[number]) for number in sorted(played)]
