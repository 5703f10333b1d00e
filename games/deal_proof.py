"""The public proof that boards were dealt from a seed that was fixed beforehand (docs/proof.md)."""

from dataclasses import dataclass
from hashlib import sha256

from games.deals import Deal
from games.seats import SEATS, Seat
from games.shuffle import deal_from_seed
from games.wording import seat_name


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """The comparison of one board with what the seed deals. `words` is the result as a sentence."""

    number: int
    same: bool
    words: str


def commitment_of(seed: str, nonce: str) -> str:
    """Return the commitment to a seed: SHA-256 over `nonce:seed`, in hexadecimal digits."""
    return sha256(f"{nonce}:{seed}".encode()).hexdigest()


def check_board(seed: str, number: int, deal: Deal, *, sequences: bool = True) -> BoardCheck:
    """Compare one board with what the seed deals. Without `sequences`, the order of the dummies' cards is ignored."""
    dealt = deal_from_seed(seed, number)
    others = [seat for seat in SEATS if set(dealt.hands()[seat]) != set(deal.hands()[seat])]
    if others:
        hands = " and ".join(seat_name(seat) for seat in others)
        return BoardCheck(number, False, f"Board {number}: not as dealt by the seed ({hands}).")
    moved = [seat for seat in (Seat.E, Seat.W) if dealt.hands()[seat] != deal.hands()[seat]] if sequences else []
    if moved:
        hands = " and ".join(seat_name(seat) for seat in moved)
        return BoardCheck(number, False, f"Board {number}: the cards of {hands} are in another order.")
    order = "with both dummies in order" if sequences else "the order of the dummies was not compared"
    return BoardCheck(number, True, f"Board {number}: as dealt by the seed, {order}.")


DEAL_FUNCTION = """\
from hashlib import sha256, shake_256

def deal(seed, board):
    stream = shake_256(f"{seed}\\0board {board}".encode()).digest(4000)
    words = (int.from_bytes(stream[i:i + 4], "big") for i in range(0, 4000, 4))
    deck = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    for last in range(51, 0, -1):
        word = next(w for w in words if w < 2**32 - 2**32 % (last + 1))
        place = word % (last + 1)
        deck[last], deck[place] = deck[place], deck[last]
    return [deck[i:i + 13] for i in (0, 13, 26, 39)]  # North, East, South, West
"""
"""The way from a seed to a deal, as a part of programs that need nothing of ours."""

PROGRAM = (
    DEAL_FUNCTION
    + """
seed, nonce = "...", "..."
print(sha256(f"{nonce}:{seed}".encode()).hexdigest())  # the commitment
print(deal(seed, 1))
"""
)
"""The proof as a program that needs nothing of ours, for the page and docs/proof.md."""
