"""Visibility of boards for a reader. Facts are collected only for the ways of seeing that are open to the reader.

Two questions are answered elsewhere, because the apps there need the answers too: for directors in
`scores.selectors.hidden_cards`, and for all published boards at once in `rankings.selectors.hidden_boards`. Both
modules use the same rule.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from clubsite.nights.models import Board, Contestant, SessionStatus, TravellersShown
from clubsite.rankings.models import PublishedLine
from clubsite.rankings.selectors.embargoes import owed_now
from clubsite.scores.selectors.owed import due_in_coming_rounds, owed_by_contestants
from clubsite.secrecy import rule
from clubsite.secrecy.facts import BoardFacts, Owes, SessionPhase, What

PHASES = {SessionStatus.DRAFT: SessionPhase.DRAFT, SessionStatus.ENDED: SessionPhase.ENDED}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardReader:
    """Somebody who asks to see something of boards, and the way in which they ask. A fact left out hides the board.

    `reads_results`: they may read the club's results, as decided by `readers.visitor`. `watches`: the boards are
    over at a table that everybody may watch. `agreed`: the boards are over at their seat, and the seat's player has
    agreed. `has_link`: they have opened a link to lost slips. `member`: they belong to the club. `contestants`: the
    contestants as whom they play, or have played.
    """

    reads_results: bool = False
    watches: bool = False
    agreed: bool = False
    has_link: bool = False
    member: bool = False
    contestants: Sequence[Contestant] = ()


RESULTS_READER = BoardReader(reads_results=True)
SPECTATOR = BoardReader(reads_results=True, watches=True)


def may_see(reader: BoardReader, board: Board, what: What) -> bool:
    """True if the reader may see `what` of the board now."""
    return why_not(reader, board, what) is None


def why_not(reader: BoardReader, board: Board, what: What) -> rule.WhyNot | None:
    """Return why the reader may not see `what` of the board now, or None if they may."""
    return rule.why_not(facts_of(reader, [board])[board.pk], what)


def seen_by(reader: BoardReader, boards: Iterable[Board], what: What) -> set[int]:
    """Return the ids of the boards of which the reader may see `what` now."""
    return {pk for pk, facts in facts_of(reader, boards).items() if rule.may_see(facts, what)}


def facts_of(reader: BoardReader, boards: Iterable[Board]) -> dict[int, BoardFacts]:
    """Collect the facts about this reader and each of the boards."""
    by_pk = {board.pk: board for board in boards}
    if not by_pk:
        return {}
    if reader.has_link:
        return {pk: _link_facts(reader, board) for pk, board in by_pk.items()}
    rows = Board.objects.filter(pk__in=by_pk)
    lines = PublishedLine.objects.filter(board=OuterRef("pk"), published__session__status=SessionStatus.ENDED)
    states = rows.annotate(published=Exists(lines)).order_by()
    columns = ("pk", "board_set__session__status", "board_set__session__travellers", "published")
    owed = owed_now(rows)
    coming = due_in_coming_rounds({board.board_set_id for board in by_pk.values()}) if reader.watches else set(by_pk)
    return {
        pk: BoardFacts(
            reads_results=reader.reads_results,
            agreed=reader.agreed,
            watched=reader.watches,
            phase=PHASES.get(SessionStatus(status), SessionPhase.RUNNING),
            published=published,
            after_board=travellers == TravellersShown.AFTER_BOARD,
            owed_here=pk in owed.here,
            coming=pk in coming,
            owed_elsewhere=pk in owed.elsewhere,
            sealed=pk in owed.sealed,
        )
        for pk, status, travellers, published in states.values_list(*columns)
    }


def _link_facts(reader: BoardReader, board: Board) -> BoardFacts:
    session = board.board_set.session
    owed = owed_by_contestants(reader.contestants, session)
    return BoardFacts(
        has_link=True,
        member=reader.member,
        sat=any(contestant.section.session_id == session.pk for contestant in reader.contestants),
        owes=owed.get(board.pk, Owes.NOTHING),
    )
