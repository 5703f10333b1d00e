"""Queries for the cost of calls and cards. They return nothing about a play that is not closed.

A club play is closed when its board is closed (`clubsite.secrecy`), and a play at home after its last card.
Until then nobody even learns that an analysis is waiting.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any
from zlib import crc32

from django.core.cache import cache
from django.db.models import Q, QuerySet

from clubsite.analysis.models import PlayAnalysis
from clubsite.nights.models import SessionStatus, TableBoard
from clubsite.play.models import Play, PlayEvent, PlayStatus
from clubsite.play.room_states import log_of
from clubsite.rankings.selectors.published import Published
from clubsite.scores.selectors.owed import still_late
from clubsite.secrecy.facts import What
from clubsite.visibility.selectors import RESULTS_READER, SPECTATOR, may_see
from games.calls import CALL_TEXTS
from games.cards import CARD_BY_TEXT, CARD_TEXTS
from games.deals import Deal
from games.turned import turned_setup
from games.wording import SEAT_NAMES
from scoring.result import BoardResult
from solver import Position
from solver.tables import leader_against
from solver.thread_engines import solves_whole_deals
from solver.verdicts.judge import standing
from solver.verdicts.verdict_text import VerdictWords, given_away


def closed_plays(published: Published, table_boards: Collection[int]) -> dict[int, PlayAnalysis]:
    """Map the table_board ids of analysed plays on closed boards to their analyses, with the plays loaded.

    The analyses are queried only once for each Published object.
    """
    known = published.analyses
    if missing := [pk for pk in table_boards if pk not in known]:
        analyses = PlayAnalysis.objects.filter(
            play__table_board__in=missing, play__table_board__board__in=published.board_ids
        ).select_related("play__table_board")
        known |= dict.fromkeys(missing)
        known |= {analysis.play.table_board.pk: analysis for analysis in analyses}
    return {pk: known[pk] for pk in table_boards if known[pk] is not None}


ANALYSED_GAME = "solo"


class VerdictState(StrEnum):
    """The state of the verdicts on a closed play."""

    READY = "ready"
    COMING = "coming"
    NEVER = "never"


NO_SOLVER = "no_solver"  # the reason for never: this server has no solver that is fast enough
PLAYER_OF = {"ns": "S", "ew": "N"}


def ended_of(plays: QuerySet[Play]) -> list[int]:
    """Return the ids of the plays in `plays` that may be analysed, in the same order.

    These plays are over, and at a club their session has ended and no late play of the board is still to come.
    Their analyses are shown only once the plays are closed.
    """
    ended = Q(table_board__isnull=True) | Q(table_board__round__section__session__status=SessionStatus.ENDED)
    rows = list(plays.filter(ended, status=PlayStatus.OVER).values_list("pk", "table_board__board_id"))
    late = still_late({board_id for _, board_id in rows if board_id is not None})
    return [pk for pk, board_id in rows if board_id not in late]


def play_closed(play: Play) -> bool:
    """True if the play is over and, at a club, its board is closed."""
    if play.status != PlayStatus.OVER:
        return False
    row = TableBoard.objects.filter(play=play).select_related("board").first()
    return row is None or may_see(RESULTS_READER, row.board, What.VERDICT)


def verdicts(play: Play, names: Mapping[str, str] = SEAT_NAMES, reader: str | None = None) -> dict[str, Any] | None:
    """Return a replay's verdicts in words: `{"state": "ready", ...}`, `{"state": "coming"}` before the analysis, or
    `{"state": "never", "why": NO_SOLVER}` if there will be none.

    Return None for another game or for a deal that is not closed.
    """
    if play.game != ANALYSED_GAME or not play_closed(play):
        return None
    return _worded(play, names, reader)


def commentary(play: Play, names: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the verdicts on a board that has been played out at a watched table. The caller has checked that the
    board may be seen.
    """
    row = TableBoard.objects.filter(play=play).select_related("board").first()
    if row is None or play.game != ANALYSED_GAME or play.status != PlayStatus.OVER:
        return None
    if not may_see(SPECTATOR, row.board, What.VERDICT):
        return None
    return _worded(play, names, None)


def _worded(play: Play, names: Mapping[str, str], reader: str | None) -> dict[str, Any]:
    analysis = PlayAnalysis.objects.filter(play=play).first()
    if analysis is None:
        if not solves_whole_deals():
            return {"state": VerdictState.NEVER, "why": NO_SOLVER}
        return {"state": VerdictState.COMING}
    words = VerdictWords((play.outcome or {})["declarer"], names, reader).page(analysis.calls, analysis.cards)
    return {"state": VerdictState.READY, **words}


def lost_at(published: Published, table_boards: Mapping[int, str]) -> dict[int, tuple[int, int]]:
    """Map each table_board id to the tricks and points that the given side ("ns" or "ew") gave away, for closed boards
    only.
    """
    return {
        pk: given_away(PLAYER_OF[table_boards[pk]], [*analysis.calls, *analysis.cards])
        for pk, analysis in closed_plays(published, table_boards).items()
    }


def moments_in_words(
    published: Published, wanted: Mapping[int, Collection[int]], readers: Mapping[int, str]
) -> dict[tuple[int, int], dict[str, str]]:
    """Map each (table_board, seq) to `text`, the action's cost, and `held`, the better choices. Closed boards only.

    `wanted` maps each table_board to the numbers of its actions, and `readers` to the player addressed (S or N).
    """
    moments = {}
    for table_board, analysis in closed_plays(published, wanted).items():
        words = VerdictWords((analysis.play.outcome or {})["declarer"], reader=readers[table_board])
        page = words.page(analysis.calls, analysis.cards)
        for row in page["list"]:
            if row["seq"] in wanted[table_board]:
                held = page["moments"][str(row["seq"])]["held"]
                moments[table_board, row["seq"]] = {"text": row["text"], "held": held}
    return moments


@dataclass(frozen=True, slots=True)
class ValueStep:
    """A call, a card or a claim (`action`, number `seq` in the log) by player `by`, S or N.

    `before` and `after` are N/S's points with best calls and play. `call` says whether the action was made in the
    auction, and `declaring` whether the player is declarer.
    """

    seq: int
    by: str
    action: str
    before: int
    after: int
    call: bool
    declaring: bool


@dataclass(frozen=True, slots=True)
class ValuedPlay:
    """A play whose steps lead from `par` to `score`."""

    play: Play
    par: int
    score: int
    steps: tuple[ValueStep, ...]


def valued_plays(published: Published, table_boards: Collection[int]) -> dict[int, ValuedPlay]:
    """Return the analysed plays by table_board id, for closed boards only."""
    return {pk: _valued(analysis) for pk, analysis in closed_plays(published, table_boards).items()}


def _valued(analysis: PlayAnalysis) -> ValuedPlay:
    play = analysis.play
    outcome, vul = play.outcome or {}, play.setup["vul"]
    score = BoardResult.of_play(outcome, vul).ns_score or 0
    par = analysis.calls[0]["before"] if analysis.calls else score
    steps = [step for step in _steps(analysis, outcome, vul) if step.before != step.after]
    return ValuedPlay(play, par, score, tuple(steps))


def _steps(analysis: PlayAnalysis, outcome: dict[str, Any], vul: str) -> Iterator[ValueStep]:
    """Yield the actions that cost something. A claim and its answer have the same values, but only one of them carries
    the cost.
    """
    declarer = outcome["declarer"]
    for entry in analysis.calls:
        yield _step(entry, entry["before"], entry["after"], declarer)
    for entry in [entry for entry in analysis.cards if entry["points"]]:
        before, after = (points_of(outcome, vul, entry[when]) for when in ("before", "after"))
        yield _step(entry, before, after, declarer)


def _step(entry: dict[str, Any], before: int, after: int, declarer: str | None) -> ValueStep:
    by, action = entry["by"], entry["a"]
    return ValueStep(entry["seq"], by, action, before, after, action in CALL_TEXTS, by == declarer)


def points_of(outcome: dict[str, Any], vul: str, tricks: int) -> int:
    """Return the N/S score that a finished play would have if declarer had taken this number of tricks."""
    return BoardResult.of_play({**outcome, "tricks": tricks}, vul).ns_score or 0


FEWEST_CARDS = 3  # a choice has at least so many
FIRST_TRICK, LAST_TRICK = 2, 10
KEPT_SECONDS = 24 * 3600  # seconds
OWN_HANDS = ("S", "N")


@dataclass(frozen=True, slots=True)
class Decisive:
    """A card that `by` played from hand as act `seq` of a play. Of the `of` choices, only one other card cost nothing.

    `before` and `after` are declarer's tricks in the whole play; `points` is what the card cost.
    """

    table_board: int
    seq: int
    by: str
    trick: int
    of: int
    before: int
    after: int
    points: int

    @property
    def weight(self) -> tuple[float, int, int]:
        """The sort key: the cost, weighted by the number of choices. Of equally costly cards the first one wins."""
        return self.points * (self.of - 1) / self.of, -self.table_board, -self.seq


def decisive_moment(published: Published) -> Decisive | None:
    """Return the decisive moment in a session's closed boards, or None if there is no analysis or no such card.

    The moment is cached for a day, or until a board or an analysis is added, as a session has thousands of cards.
    """
    closed = published.board_ids
    analyses = PlayAnalysis.objects.filter(play__table_board__board__in=closed).order_by()
    state = crc32(repr((sorted(closed), analyses.count())).encode())
    key = f"decisive:{published.session.public_id}:{published.publication.version}:{state}"
    kept: Any = cache.get(key)
    if kept is None:
        rows = analyses.values_list("play__table_board", "cards")
        moments = [moment for table_board, cards in rows for moment in _alone(table_board, cards)]
        best = max(moments, key=lambda moment: moment.weight, default=None)
        kept = [asdict(best)] if best else []
        cache.set(key, kept, KEPT_SECONDS)
    return Decisive(**kept[0]) if kept else None


def _alone(table_board: int, cards: list[dict[str, Any]]) -> list[Decisive]:
    return [
        Decisive(
            table_board,
            card["seq"],
            card["by"],
            card["trick"],
            card["of"],
            card["before"],
            card["after"],
            card["points"],
        )
        for card in cards
        if card["points"]
        and card.get("seat") in OWN_HANDS
        and len(card["held"]) == 1
        and card["of"] >= FEWEST_CARDS
        and FIRST_TRICK <= card["trick"] <= LAST_TRICK
    ]


def ending_at(moment: Decisive) -> Position | None:
    """Return the position at this moment (see `ending_before`), or None if the play's log has been deleted."""
    rows = PlayEvent.objects.filter(play__table_board=moment.table_board).select_related("play")
    events = list(rows.order_by("seq"))
    if not events:
        return None
    play = events[0].play
    log = [{"seq": event.seq, "actor": event.actor, "a": event.action} for event in events if event.seq <= play.seq]
    return _ending(play, log, moment.seq)


def ending_before(play: Play, seq: int, *, south: bool = False) -> Position:
    """Return the position at the beginning of this act's trick, with the cards already played to it.

    `south` rotates the position so that the player who acted is South. The play must be over, and not passed out.
    """
    return _ending(play, log_of(play), seq, south=south)


def _ending(play: Play, log: list[dict[str, Any]], seq: int, *, south: bool = False) -> Position:
    stood = standing(log)
    outcome: Any = play.outcome
    turn = south and next(event["actor"] for event in stood if event["seq"] == seq) == "N"
    setup = turned_setup(play.setup) if turn else play.setup
    declarer = outcome["declarer"] if not turn else {"S": "N", "N": "S"}[outcome["declarer"]]
    cards = [CARD_TEXTS[event["a"]] for event in stood if event["seq"] < seq and event["a"] in CARD_TEXTS]
    complete = len(cards) // 4 * 4
    hands, strain = Deal.from_setup(setup).all_hands, outcome["contract"][1]
    at = Position.of(hands, strain, leader_against(declarer), cards[:complete])
    begun = Position.of(at.now.hands, strain, str(at.now.trick.to_play))
    for card in cards[complete:]:
        begun = begun.after(CARD_BY_TEXT[card.text])
    return begun
