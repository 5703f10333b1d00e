"""The proof that a session's boards were dealt from a seed that was fixed before anybody could know the field.

Everybody may read the commitment as soon as the boards are made. The seed would reveal every board of its set, so
it is shown only to readers who may see all boards of that set.
"""

import datetime
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404

from clubsite.nights.models import Board, BoardSet, CommitmentLine, Session, SessionStatus
from clubsite.nights.models.boards import AGAIN_SOURCE
from clubsite.nights.selectors.sessions import sections_of, session_by_id
from clubsite.rankings.selectors.published import published_or_404
from clubsite.readers.visitor import MembersOnly, Visitor
from clubsite.secrecy.facts import What
from clubsite.visibility.selectors import SPECTATOR, seen_by
from games.deal_proof import BoardCheck, check_board, commitment_of
from games.deals import Deal
from games.wording import numbers_told

FROM_A_FILE = "These boards came from a file: the site did not deal them, so it has no proof of how they were dealt."
IN_A_NEW_ORDER = "These are the cards of a former night in a new order, so they have no proof of their own."
AT_THE_TABLE = "These boards were shuffled and dealt by hand at the table, so there is no seed and no proof."
PRACTICE = "The seed was typed by a person, who could know the cards: boards for practice, without a proof."
NOT_PUBLISHED = "The seed is shown here when the results are published."
FOR_MEMBERS = "The club shows its results to its members only. They read the seed here, with the cards."
OF_AN_EVENT = (
    "These are the boards of {}, which many clubs play. The event’s own page proves how they were dealt. Their cards "
    "were nowhere in clear until they came to the club, shortly before the night."
)
HELD = (
    "Some of these boards may still be played, here or with the same cards elsewhere. The seed opens every board, so "
    "it is shown when nobody may still play any of them."
)
NO_KEY = "The key that opens the seed is missing on this server, so it cannot be shown."


@dataclass(frozen=True, slots=True)
class SetProof:
    """The proof for one set of boards. `no_proof` is a sentence that says why there is no proof, or "".

    `wait` is a sentence that says why the seed is not shown yet. If it is "", `seed`, `nonce` and `checks` are set.
    `of_event` is True for the boards of an event of many clubs, whose proof is on the event's page. `commitments` says
    what became of every commitment that the session ever had, including those of replaced boards.
    """

    title: str
    made_at: datetime.datetime
    numbers: str
    no_proof: str = ""
    commitment: str = ""
    wait: str = ""
    seed: str = ""
    nonce: str = ""
    checks: tuple[BoardCheck, ...] = ()
    of_event: bool = False
    commitments: tuple[CommitmentLine, ...] = ()

    @property
    def seed_right(self) -> bool:
        """True if the commitment follows from the seed and the nonce."""
        return commitment_of(self.seed, self.nonce) == self.commitment

    @property
    def wrong(self) -> list[BoardCheck]:
        """The boards whose cards differ from the deals of the seed."""
        return [check for check in self.checks if not check.same]


def proof_page(public_id: str, visitor: Visitor) -> dict[str, Any]:
    """Return the context of the proofs that this visitor may read. Raise Http404 if there is no such session.

    `named` is False if this visitor may not read the session's name. `published` is True if this visitor may read the
    session's results.
    """
    session = session_by_id(public_id)
    sets: dict[BoardSet, list[str]] = {}
    for section in sections_of(session):
        if section.board_set is not None:
            sets.setdefault(section.board_set, []).append(section.name)
    closed, lines = _why_closed(public_id, visitor), commitments_of(session)
    several = len(sets) > 1
    proofs = [
        replace(proof, commitments=lines)
        for board_set, names in sorted(sets.items(), key=lambda of_set: of_set[0].pk)
        for proof in _proofs(
            board_set, f"Section{'s' if len(names) > 1 else ''} {' and '.join(names)}" if several else "", closed
        )
    ]
    named = session.status != SessionStatus.DRAFT and visitor.at(session.club, session).may_read
    return {"session": session, "named": named, "published": not closed, "proofs": proofs, "commitments": lines}


def commitments_of(session: Session) -> tuple[CommitmentLine, ...]:
    """Return what became of each commitment that the session ever had, in order. Everybody may read this."""
    lines = list(session.commitment_lines.order_by("pk"))
    made = list(dict.fromkeys(line.commitment for line in lines))
    return tuple(sorted(lines, key=lambda line: made.index(line.commitment)))


def _why_closed(public_id: str, visitor: Visitor) -> str:
    try:
        published_or_404(public_id, visitor)
    except MembersOnly:
        return FOR_MEMBERS
    except Http404:
        return NOT_PUBLISHED
    return ""


def _proofs(board_set: BoardSet, title: str, closed: str) -> list[SetProof]:
    """Return the proofs of a set. The boards of an event have a separate proof, on the event's page."""
    boards = list(board_set.boards.order_by("number"))
    of_event = [board for board in boards if board.number <= board_set.event_boards]
    own = boards[len(of_event) :]
    proofs = []
    if of_event:
        numbers = numbers_told(board.number for board in of_event)
        words = OF_AN_EVENT.format(board_set.file_name)
        proofs.append(SetProof(title, board_set.made_at, numbers, words, of_event=True))
    if own or not of_event:
        proofs.append(_proof(board_set, own, title, closed))
    return proofs


def _proof(board_set: BoardSet, boards: list[Board], title: str, closed: str) -> SetProof:
    """Return the proof of these boards, which are dealt from the set's own seed."""
    numbers = numbers_told(board.number for board in boards)
    proof = SetProof(title, board_set.made_at, numbers, _why_none(board_set), board_set.commitment)
    if proof.no_proof:
        return proof
    sealed = board_set.boards.exclude(sealed="").exists()
    held = sealed or len(seen_by(SPECTATOR, boards, What.CARDS)) < len(boards)
    if wait := closed or (HELD if held else ""):
        return replace(proof, wait=wait)
    if not board_set.shown_seed:
        return replace(proof, wait=NO_KEY)
    seed = board_set.shown_seed
    checks = tuple(check_board(seed, board.number, Deal.from_setup(board.setup())) for board in boards)
    return replace(proof, seed=seed, nonce=board_set.nonce, checks=checks)


def _why_none(board_set: BoardSet) -> str:
    if board_set.source == AGAIN_SOURCE:
        return IN_A_NEW_ORDER
    if board_set.practice:
        return PRACTICE
    if board_set.source == "table":
        return AT_THE_TABLE
    return "" if board_set.commitment else FROM_A_FILE
