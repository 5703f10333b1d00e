"""The public proof of a simultaneous event's deals: a document, and the comparison that anybody can make with it."""

import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from games.cards import cards_text
from games.deal_proof import DEAL_FUNCTION, BoardCheck, check_board
from games.deals import Deal
from games.errors import BadDeal, GameError
from games.event_seed import event_seed, secret_commitment
from games.seats import SEATS

KIND = "deals of a simultaneous event"
HERE, ELSEWHERE, IN_A_FILE = CARDS = ("here", "elsewhere", "in a file")
"""Where the cards of a heat are: on this server, on another one, or with a scoring program of the club."""
TEXTS = ("event", "name", "public_number_words", "public_number", "commitment", "secret")


class BadProof(GameError):
    """Raised for a text that is not a proof of an event's deals. The message says what is wrong."""


@dataclass(frozen=True, slots=True)
class ProofHeat:
    """A heat of the event. `cards` is one of CARDS. `boards` is the number of boards that the heat opened here."""

    heat: str
    club: str
    cards: str
    boards: int


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A board as it was played. `heats` has the ids of the heats that opened these cards. It is empty if no heat here
    opened the board; the cards are then the derived ones.
    """

    number: int
    heats: tuple[str, ...]
    deal: Deal


@dataclass(frozen=True, slots=True)
class EventProof:
    """Everything needed to derive an event's deals again, and the boards as they were played.

    `event` is the event's id, and `boards` is its number of boards. `digests` has the digests of each published version
    of the ranking.
    """

    event: str
    name: str
    public_number_words: str
    public_number: str
    commitment: str
    secret: str
    boards: int
    heats: tuple[ProofHeat, ...]
    digests: tuple[str, ...]
    played: tuple[PlayedDeal, ...]

    def clubs_of(self, played: PlayedDeal) -> str:
        """The clubs that opened these cards, or "" if no club here opened them."""
        names = {heat.heat: heat.club for heat in self.heats}
        return ", ".join(names.get(heat, heat) for heat in played.heats)


@dataclass(frozen=True, slots=True)
class ProofVerdict:
    """The result of comparing a proof's boards with what its secret and public number deal."""

    proof: EventProof
    secret_right: bool
    checks: tuple[tuple[PlayedDeal, BoardCheck], ...]

    @property
    def heats_here(self) -> list[ProofHeat]:
        return [heat for heat in self.proof.heats if heat.cards == HERE and heat.boards]

    @property
    def heats_short(self) -> list[ProofHeat]:
        """The heats whose number of boards in the proof differs from the number that they opened."""
        listed = Counter(heat for played in self.proof.played for heat in set(played.heats))
        return [heat for heat in self.proof.heats if listed[heat.heat] != heat.boards]

    @property
    def missing(self) -> list[int]:
        """The boards of the event that do not occur exactly once in the proof."""
        times = Counter(played.number for played in self.proof.played)
        return [number for number in range(1, self.proof.boards + 1) if times[number] != 1]

    @property
    def words(self) -> str:
        """How many boards and heats were compared, such as "24 of 24 boards are as derived. 3 of 3 heats ..."."""
        right, here = len({check.number for _, check in self.checks if check.same}), self.heats_here
        whole = [heat for heat in here if heat not in self.heats_short]
        boards = f"{right} of {self.proof.boards} boards are as derived"
        return f"{boards}. {len(whole)} of {len(here)} heats here have all boards that they opened."

    @property
    def wrong(self) -> list[tuple[PlayedDeal, BoardCheck]]:
        """The boards whose cards differ from those that were derived."""
        return [row for row in self.checks if not row[1].same]

    @property
    def good(self) -> bool:
        """True if the secret matches the commitment, every board of the event occurs once and as derived, and every
        heat here has all the boards that it opened. Without such a heat there is nothing to compare.
        """
        known = {heat.heat for heat in self.proof.heats}
        named = all(known.issuperset(played.heats) for played in self.proof.played)
        whole = named and self.heats_here and not self.heats_short and not self.missing
        return bool(self.secret_right and whole and not self.wrong)


def check_proof(proof: EventProof) -> ProofVerdict:
    """Derive every board again from the secret, the public number and the event's id, and compare the cards."""
    seed = event_seed(proof.secret, proof.public_number, proof.event)
    checks = tuple((played, _check(seed, played, proof.boards)) for played in proof.played)
    return ProofVerdict(proof, _is_right(proof.secret, proof.commitment), checks)


def _check(seed: str, played: PlayedDeal, boards: int) -> BoardCheck:
    if not 1 <= played.number <= boards:
        return BoardCheck(played.number, False, f"Board {played.number}: the event has only boards 1 to {boards}.")
    return check_board(seed, played.number, played.deal)


def _is_right(secret: str, commitment: str) -> bool:
    try:
        return secret_commitment(secret) == commitment
    except ValueError:
        return False


def write_event_proof(proof: EventProof) -> str:
    """Return the proof as JSON text, which `read_event_proof` and the program in docs/proof.md can read."""
    document: dict[str, Any] = {"kind": KIND, "version": 1} | {key: getattr(proof, key) for key in TEXTS}
    document |= {
        "boards": proof.boards,
        "digests": list(proof.digests),
        "heats": [asdict(heat) for heat in proof.heats],
    }
    document["played"] = [
        {"board": played.number}
        | {str(seat): cards_text(hand) for seat, hand in played.deal.hands().items()}
        | {"heats": list(played.heats)}
        for played in proof.played
    ]
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def read_event_proof(text: str) -> EventProof:
    """Return the proof in a JSON text. Raise BadProof if it is not a proof, or if a board does not have a full pack."""
    try:
        document = json.loads(text)
    except ValueError:
        raise BadProof("This is not a JSON text. Take the file from the event’s page about its deals.") from None
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise BadProof("This is not a proof of an event’s deals. Take the file from the event’s page about its deals.")
    texts = {key: document.get(key) for key in TEXTS}
    missing = [key for key, value in texts.items() if not isinstance(value, str)]
    if missing:
        raise BadProof(f"The proof has no text {missing[0]!r}.")
    if not str(texts["secret"]):
        raise BadProof("The secret is not in the file: it is published when the event is over.")
    boards, played = document.get("boards"), document.get("played")
    if type(boards) is not int or not isinstance(played, list):
        raise BadProof("The proof does not say which boards were played.")
    return EventProof(
        **{key: str(value) for key, value in texts.items()},
        boards=boards,
        heats=_heats(document.get("heats")),
        digests=tuple(map(str, document.get("digests") or ())),
        played=_played(played),
    )


def _heats(rows: Any) -> tuple[ProofHeat, ...]:
    if not isinstance(rows, list):
        raise BadProof("The proof does not list the heats.")
    heats = []
    for row in rows:
        wanted = row if isinstance(row, dict) else {}
        heat, club, cards = (wanted.get(name) for name in ("heat", "club", "cards"))
        complete = isinstance(heat, str) and isinstance(club, str) and cards in CARDS
        if not complete or type(wanted.get("boards")) is not int:
            raise BadProof(
                "A heat of the proof does not say its club, where its cards are and how many boards it opened."
            )
        heats.append(ProofHeat(str(heat), str(club), str(cards), wanted["boards"]))
    return tuple(heats)


def _played(rows: list[Any]) -> tuple[PlayedDeal, ...]:
    deals = []
    for row in rows:
        if not isinstance(row, dict) or type(row.get("board")) is not int:
            raise BadProof("A board of the proof has no number.")
        try:
            deal = Deal.from_setup({"board": row["board"], "hands": {seat: row.get(str(seat)) for seat in SEATS}})
        except BadDeal as fault:
            raise BadProof(f"{fault}.") from None
        heats = row.get("heats")
        deals.append(PlayedDeal(row["board"], tuple(map(str, heats)) if isinstance(heats, list) else (), deal))
    return tuple(deals)


PROGRAM = (
    "import json, sys\n"
    + DEAL_FUNCTION
    + """
def same(seat, dealt, played):  # the dummies, East and West, in their order
    return sorted(dealt) == sorted(played) if seat in "NS" else dealt == played

proof = json.load(open(sys.argv[1], encoding="utf-8"))
fields = [proof[key].encode() for key in ("secret", "public_number", "event")]
seed = sha256(b"".join(len(field).to_bytes(4, "big") + field for field in fields)).hexdigest()
good = sha256(bytes.fromhex(proof["secret"])).hexdigest() == proof["commitment"]
print("The secret", "makes" if good else "does NOT make", "the commitment", proof["commitment"])
heats = {row["heat"]: row for row in proof["heats"]}
listed = [heat for row in proof["played"] for heat in row["heats"]]
found = []
for row in proof["played"]:
    hands = deal(seed, row["board"])
    right = all(same(seat, hand, row[seat].split()) for seat, hand in zip("NESW", hands))
    clubs = ", ".join(heats[heat]["club"] for heat in row["heats"]) or "no heat here"
    print("Board", row["board"], "as derived" if right else "is DIFFERENT", "at", clubs)
    found += [row["board"]] if right else []
    good = good and right
for heat, row in heats.items():
    print(row["club"], row["cards"], listed.count(heat), "of", row["boards"], "boards")
    good = good and listed.count(heat) == row["boards"]
print(len(set(found)), "of", proof["boards"], "boards as derived")
good = good and sorted(found) == list(range(1, proof["boards"] + 1)) and len(listed) > 0
print("PROVEN" if good else "NOT PROVEN")
sys.exit(0 if good else 1)
"""
)
"""The comparison as a program that needs nothing of ours, for the page and docs/proof.md."""
