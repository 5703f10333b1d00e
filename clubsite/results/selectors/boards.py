"""The boards of a session, each with its deal, its traveller, the reader's place on the traveller, and its replays."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from clubsite.analysis.selectors.solutions import solutions_of
from clubsite.analysis.selectors.verdicts import verdicts
from clubsite.core.responses import found_or_404
from clubsite.nights.models import Board, TableBoard
from clubsite.nights.selectors.deals import BoardDeal, deal_of
from clubsite.play.models import PlayStatus
from clubsite.play.room_states import log_of
from clubsite.play.selectors import view_of
from clubsite.rankings.selectors.published import Published
from clubsite.rankings.shapes import PublishedBoard, Side, TravellerLine
from games.end_dummies import OWNER
from games.players import DIRECTOR
from games.seats import Seat
from games.wording import contestant_sides, over_text, seat_name
from scoring.board import BoardMP, by_groups
from scoring.contracts import PASSED_OUT
from scoring.imps import datum_of
from scoring.lines import Line, Status, group_of, is_compared
from scoring.result import BoardResult
from scoring.ruling_text import status_words
from solver.verdicts.solution import Solution

PLACES_IN_STRIP = 13


@dataclass(slots=True)
class StripCell:
    """A place on the strip of scores, from South's best to worst. In a large field, equal scores share one place."""

    score: int
    you: bool
    count: int = 1

    @property
    def weight(self) -> int:
        """The width of this cell relative to the others, at most 100."""
        return min(self.count, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLine(TravellerLine):
    """A traveller's line as shown on members' pages. `result` and `points` are never None.

    `you` is the reader's side. `to_par` is South's score minus par, and is set only if the solution may be seen.
    """

    result: BoardResult
    points: BoardMP
    you: Side | None = None
    replay: bool = False
    to_par: int | None = None

    @property
    def contract(self) -> str:
        """The contract that was played and not replaced by a ruling, or "" if there was no contract."""
        return "" if self.result.contract == PASSED_OUT or self.result.ruling else self.result.contract

    @property
    def against(self) -> str:
        """The tricks won relative to the contract: "=", "+1", "−2"."""
        over = self.result.over
        return "" if over is None else over_text(over)

    @property
    def words(self) -> str:
        """The words that replace the contract if the board was not played."""
        return result_words(self.result, self.four_handed)


def result_words(result: BoardResult, four_handed: bool) -> str:
    """Return the words that replace the contract if the board was not played or only its score is known, else ""."""
    if result.status == Status.PLAYED and result.contract:
        return ""
    return status_words(result.status, result.ruling, four_handed)


def page_line(published: Published, line: TravellerLine, me: int | None) -> PageLine:
    """Return a published line with the names of its players added."""
    named = published.named(line)
    return PageLine(**{field.name: getattr(named, field.name) for field in fields(named)}, you=line.side_of(me))


@dataclass(slots=True)
class BoardPage:
    published: Published
    number: int
    key: str
    deal: BoardDeal
    scores: list[PageLine]
    top: int
    strip: list[StripCell]
    can_be_played: bool
    standing: dict[str, Any] | None = None
    """The reader's standing on the board."""
    solution: Solution | None = None
    before: str = ""
    after: str = ""
    others: list[PageLine] = field(default_factory=list)
    """The lines of the other kind of table (four-handed beside two-handed), which are compared among themselves."""
    replays: list[PageLine] = field(default_factory=list)
    datums: list[tuple[str, int]] = field(default_factory=list)
    """For Butler scores, the name of each group of lines that were compared with one another, and its datum for N/S."""

    @property
    def trimmed(self) -> int:
        """The number of scores left out at each end."""
        return self.published.settings.butler_trim

    @property
    def pairs(self) -> bool:
        """True if the lines being compared were played four-handed."""
        return any(score.four_handed for score in self.scores)

    @property
    def played(self) -> int:
        return sum(score.result.ns_score is not None for score in self.scores)

    @property
    def crowded(self) -> bool:
        """True if equal scores share a place on the strip."""
        return self.played > PLACES_IN_STRIP


def boards_list(published: Published, me: int | None = None) -> list[dict[str, Any]]:
    """Return all boards in the session, with the reader's result on each. `me` is the reader's contestant."""
    return [_listed(published, board, me) for board in published.boards]


def _listed(published: Published, board: PublishedBoard, me: int | None) -> dict[str, Any]:
    scores = _of_one_kind([page_line(published, line, me) for line in board.lines])[0]
    results = [score.result for score in scores]
    points = [result.ns_score for result in results if result.ns_score is not None]
    contracts = Counter((r.contract, r.declarer) for r in results if r.contract)
    usual, count = contracts.most_common(1)[0] if contracts else (None, 0)
    own = next(((score, score.you) for score in scores if score.you), None)
    return {
        "number": board.number,
        "key": board.key,
        "board": published.cards[board.id],
        "plays": len(points),
        "usual": next((r for r in results if (r.contract, r.declarer) == usual), None),
        "usual_count": count,
        "best": max(points, default=None),
        "worst": min(points, default=None),
        "can_be_played": published.can_be_played(board),
        "mine": own and (own[0].mp_of(own[1]) if published.imps else own[0].share_of(own[1])),
    }


def board_page(published: Published, key: str | int, me: int | None = None) -> BoardPage:
    """Return one board by its key: the deal, the traveller (best for South first), and the standing of `me`.

    `me` is the reader's contestant. Raise Http404 if the session has no board with this key that may be seen.
    """
    key = str(key)
    board = found_or_404(next((board for board in published.boards if board.key == key), None), "No such board")
    lines = [page_line(published, line, me) for line in board.lines]
    lines = _with_replays(lines)
    lines.sort(key=lambda line: line.best_first)
    scores, others = _of_one_kind(lines)
    keys = published.board_keys
    at = keys.index(key)
    page = BoardPage(
        published=published,
        number=board.number,
        key=key,
        deal=deal_of(published.cards[board.id]),
        scores=scores,
        others=others,
        top=max((score.points.top for score in scores), default=0),
        strip=strip_of([(points, bool(s.you)) for s in scores if (points := s.result.ns_score) is not None]),
        can_be_played=published.can_be_played(board),
        before=keys[at - 1] if at else "",
        after=keys[at + 1] if at + 1 < len(keys) else "",
    )
    page.standing = _standing(scores)
    page.solution = solutions_of(published, [board.id]).get(board.id)
    page.scores = _against_par(page)
    page.datums = _datums(published, scores)
    page.replays = [score for score in page.scores if score.replay]
    return page


def _datums(published: Published, scores: list[PageLine]) -> list[tuple[str, int]]:
    """Return the datum for each group of lines that was scored together."""
    settings = published.settings
    if settings.method != "butler":
        return []
    fields: dict[str, list[Line]] = defaultdict(list)
    for score in scores:
        section = score.section if settings.field == "section" else ""
        fields[section].append(score.result.line(score.table_board))
    return [
        (", ".join(filter(None, (section and f"section {section}", _group_name(group[0])))), points)
        for section, lines in fields.items()
        for group in by_groups(lines)
        if any(is_compared(line) for line in group)
        for points in [datum_of(group, settings)]
    ]


def _group_name(line: Line) -> str:
    group = group_of(line)
    return "" if not group else f"group {line.group}" if line.group else "the fouled board"


def _of_one_kind(scores: list[PageLine]) -> tuple[list[PageLine], list[PageLine]]:
    """Return the lines from the reader's kind of table (two-handed if the reader did not play), and the other lines."""
    pairs = next((score.four_handed for score in scores if score.you), all(score.four_handed for score in scores))
    return [s for s in scores if s.four_handed == pairs], [s for s in scores if s.four_handed != pairs]


def _against_par(page: BoardPage) -> list[PageLine]:
    if page.solution is None:
        return page.scores
    par = page.solution.points
    return [
        score
        if score.four_handed or score.result.ns_score is None
        else replace(score, to_par=score.result.ns_score - par)
        for score in page.scores
    ]


def strip_of(scores: list[tuple[int, bool]]) -> list[StripCell]:
    """Return the strip of all scores. `scores` has pairs (N/S score, True if the reader's), best for South first."""
    if len(scores) <= PLACES_IN_STRIP:
        return [StripCell(score, you) for score, you in scores]
    cells: list[StripCell] = []
    for score, you in scores:
        if cells and cells[-1].score == score:
            cells[-1].count += 1
            cells[-1].you |= you
        else:
            cells.append(StripCell(score, you))
    return cells


def _standing(scores: list[PageLine]) -> dict[str, Any] | None:
    mine = next((score for score in scores if score.you), None)
    if mine is None or mine.you is None:
        return None
    side, mp, own = mine.you, mine.mp_of(mine.you), mine.result.ns_score
    field_mp = [points for score in scores if (points := score.mp_of(side)) is not None]
    return {
        "score": mine,
        "side": contestant_sides(False)[side == "ew"],
        "own_points": None if own is None else own if side == "ns" else -own,
        "place": 0 if mp is None else 1 + sum(other > mp for other in field_mp),
        "equal": mp is not None and field_mp.count(mp) > 1,
        "of": len(field_mp),
        "mp": mp,
        "percentage": mine.share_of(side),
    }


def _with_replays(scores: list[PageLine]) -> list[PageLine]:
    live = TableBoard.objects.filter(
        pk__in=[score.table_board for score in scores],
        play__status=PlayStatus.OVER,
        play__events__seq=1,  # `manage.py retention` deletes old logs
    ).values_list("pk", flat=True)
    played_live = set(live)
    return [replace(score, replay=score.table_board in played_live) for score in scores]


def boards_published(published: Published) -> list[dict[str, Any]]:
    """Return the boards that this visitor may see, for `results/_every_board.html`."""
    return [
        printed_board(board.key, published.cards[board.id], [published.named(line) for line in board.lines])
        for board in published.boards
    ]


def printed_board(key: str, board: Board, lines: Sequence[TravellerLine]) -> dict[str, Any]:
    """Return a board with the best score for South first and lines without a score last."""
    pairs = bool(lines) and all(line.four_handed for line in lines)
    return {"key": key, "board": board, "pairs": pairs, "lines": sorted(lines, key=lambda line: line.best_first)}


Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """The calls and tricks of a play, taken from a view that shows all of them."""

    auction: list[Json]
    tricks: list[Json]
    claimed: bool

    @property
    def trick_rows(self) -> list[Json]:
        """The tricks, each with its four cards in compass order."""
        return [
            {
                "number": trick["number"],
                "leader": trick["leader"],
                "winner": trick["winner"],
                "side": seat_name(OWNER[Seat(trick["winner"])]) if trick["winner"] else "–",
                "cards": [
                    (seat, next((p["card"] for p in trick["cards"] if p["seat"] == seat), "")) for seat in "NESW"
                ],
            }
            for trick in self.tricks
        ]


def record_of(view: Json) -> PlayRecord:
    """Return the record from a view of a play: the director's view, or any user's view once the play is over."""
    outcome = view["outcome"] or {}
    return PlayRecord(view["auction"], view["history"] or [], bool(outcome.get("claimed")))


def replay_page(published: Published, key: str | int, table_board: int, me: int | None = None) -> Json:
    """Return the context of a play from the site, call by call and card by card.

    `last` is the number of the last position, counting the deal, every call and every card. `verdicts` has the cost of
    calls and cards in words, or is None if it may not be shown. Raise Http404 if the board was not played on the site.
    """
    page = board_page(published, key, me)
    score = found_or_404(
        next((score for score in page.replays if score.table_board == table_board), None), "No such play"
    )
    row = TableBoard.objects.select_related("play").get(pk=table_board)
    assert row.play is not None
    view = view_of(row.play, DIRECTOR)
    record = record_of(view)
    return {
        "published": published,
        "number": page.number,
        "score": score,
        "deal": page.deal,
        "frames": _frames(page, score, view, log_of(row.play)),
        "record": record,
        "last": len(record.auction) + sum(len(trick["cards"]) for trick in record.tricks) + 1,
        "play_id": row.play.pk,
        "verdicts": verdicts(row.play),
        "others": page.replays,
    }


def _frames(page: BoardPage, score: PageLine, view: Json, log: list[Json]) -> Json:
    """Return the frames for the script: the deal, the calls, the cards of each trick, and the end."""
    outcome = view["outcome"]
    claim = next((e for e in reversed(log) if e["a"].startswith("claim:")), None) if outcome["claimed"] else None
    return {
        "board": page.number,
        "dealer": view["dealer"],
        "hands": view["dealt"],
        "names": {"S": score.south, "N": score.north},
        "auction": view["auction"],
        "contract": view["contract"],
        "tricks": view["history"] or [],
        "outcome": outcome,
        "claim": {"by": claim["actor"], "takes": int(claim["a"][6:])} if claim else None,
        "score": score.result.ns_score,
    }
