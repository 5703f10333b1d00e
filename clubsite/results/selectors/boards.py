"""The boards of a night: each one's deal and traveller, and where the reader came on it."""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from django.http import Http404

from clubsite.analysis.selectors.solutions import Solution, solutions_of
from clubsite.duplicate.models import Board, TableBoard
from clubsite.duplicate.selectors.deals import Deal, deal_of
from clubsite.play.models import PlayStatus
from clubsite.rankings.selectors.published import Json, Published, Score, score_of

PLACES_IN_STRIP = 13


@dataclass(slots=True)
class Cell:
    """A place in the strip, best for South first; in a large field one place for all equal scores."""

    score: int
    you: bool
    count: int = 1


@dataclass(slots=True)
class BoardLine:
    """The board in the list of boards."""

    number: int
    key: str
    own: str
    board: Board
    plays: int
    usual: Score | None
    usual_count: int
    best: int | None
    worst: int | None
    mine: Fraction | None = None
    my_score: Score | None = None


@dataclass(slots=True)
class Standing:
    """Where "you" came on a board."""

    score: Score
    side: str
    own_points: int | None
    place: int
    equal: bool
    of: int
    mp: Fraction | None
    percentage: Fraction | None


@dataclass(slots=True)
class BoardPage:
    published: Published
    number: int
    deal: Deal
    scores: list[Score]
    top: int
    strip: list[Cell]
    me: str
    standing: Standing | None = None
    solution: Solution | None = None
    before: str = ""
    after: str = ""
    others: list[Score] = field(default_factory=list)
    """The lines of the other kind of table: four-handed beside two-handed, compared among themselves."""
    replays: list[Score] = field(default_factory=list)

    @property
    def pairs(self) -> bool:
        """Whether the lines that are compared were played four-handed."""
        return any(score.pairs for score in self.scores)

    @property
    def played(self) -> int:
        return sum(score.ns_score is not None for score in self.scores)

    @property
    def crowded(self) -> bool:
        """Whether equal scores share a place of the strip."""
        return self.played > PLACES_IN_STRIP


@dataclass(slots=True)
class BoardsPage:
    published: Published
    lines: list[BoardLine]
    me: str


def boards_page(published: Published, me_label: str = "") -> BoardsPage:
    """All boards of the night, with how "you" did on each."""
    me = published.contestant(me_label)
    lines = [_board_line(published, board, me) for board in published.boards]
    return BoardsPage(published, lines, me_label if me else "")


def _board_line(published: Published, board: Json, me: int | None) -> BoardLine:
    scores = _of_one_kind([score_of(line, board, published.names, me) for line in board["lines"]])[0]
    points = [score.ns_score for score in scores if score.ns_score is not None]
    contracts = Counter((s.contract, s.declarer) for s in scores if s.contract)
    usual, count = contracts.most_common(1)[0] if contracts else (None, 0)
    line = BoardLine(
        number=board["number"],
        key=board["key"],
        own=board["own"],
        board=published.cards[board["id"]],
        plays=len(points),
        usual=next((s for s in scores if (s.contract, s.declarer) == usual), None),
        usual_count=count,
        best=max(points, default=None),
        worst=min(points, default=None),
    )
    line.my_score = next((s for s in scores if s.you), None)
    if line.my_score is not None:
        mp = line.my_score.mp_of(line.my_score.you)
        line.mine = mp if published.imps else _percentage(mp, line.my_score.top)
    return line


def board_page(published: Published, key: str | int, me_label: str = "") -> BoardPage:
    """One board by its key: deal, traveller best for South first, and your place in the field. Raises Http404."""
    key = str(key)
    me = published.contestant(me_label)
    board = next((board for board in published.boards if board["key"] == key), None)
    if board is None:
        raise Http404("No such board")
    found = [score_of(line, board, published.names, me) for line in board["lines"]]
    _mark_replays(found)
    found.sort(key=lambda s: (s.ns_score is None, -(s.ns_score or 0), str(s.table)))
    scores, others = _of_one_kind(found)
    keys = published.board_keys
    at = keys.index(key)
    page = BoardPage(
        published=published,
        number=board["number"],
        deal=deal_of(published.cards[board["id"]]),
        scores=scores,
        others=others,
        top=max((score.top for score in scores), default=0),
        strip=strip_of([(s.ns_score, bool(s.you)) for s in scores if s.ns_score is not None]),
        me=me_label if me else "",
        before=keys[at - 1] if at else "",
        after=keys[at + 1] if at + 1 < len(keys) else "",
    )
    page.replays = [score for score in scores if score.replay]
    page.standing = _standing(scores)
    page.solution = solutions_of(published, [board["id"]]).get(board["id"])
    _against_par(page)
    return page


def _of_one_kind(scores: list[Score]) -> tuple[list[Score], list[Score]]:
    """The lines of the reader's kind of table (two-handed, if they played neither), and the others."""
    pairs = next((score.pairs for score in scores if score.you), all(score.pairs for score in scores))
    return [s for s in scores if s.pairs == pairs], [s for s in scores if s.pairs != pairs]


def _against_par(page: BoardPage) -> None:
    for score in page.scores:
        if page.solution is not None and score.ns_score is not None and not score.pairs:
            score.to_par = score.ns_score - page.solution.points


def strip_of(scores: list[tuple[int, bool]]) -> list[Cell]:
    """The field in order, from (N/S score, is it yours) with the best for South first."""
    if len(scores) <= PLACES_IN_STRIP:
        return [Cell(score, you) for score, you in scores]
    cells: list[Cell] = []
    for score, you in scores:
        if cells and cells[-1].score == score:
            cells[-1].count += 1
            cells[-1].you |= you
        else:
            cells.append(Cell(score, you))
    return cells


def _percentage(points: Fraction | None, top: int) -> Fraction | None:
    return None if points is None or not top else points / top * 100


def _standing(scores: list[Score]) -> Standing | None:
    mine = next((score for score in scores if score.you), None)
    if mine is None:
        return None
    side, mp = mine.you, mine.mp_of(mine.you)
    field_mp = [points for score in scores if (points := score.mp_of(side)) is not None]
    return Standing(
        score=mine,
        side="South" if side == "ns" else "North",
        own_points=None if mine.ns_score is None else mine.ns_score if side == "ns" else -mine.ns_score,
        place=0 if mp is None else 1 + sum(other > mp for other in field_mp),
        equal=field_mp.count(mp) > 1 if mp is not None else False,
        of=len(field_mp),
        mp=mp,
        percentage=_percentage(mp, mine.top),
    )


def _mark_replays(scores: list[Score]) -> None:
    live = TableBoard.objects.filter(
        pk__in=[score.table_board for score in scores],
        play__status=PlayStatus.OVER,
        play__events__seq=1,  # old logs are deleted by `manage.py retention`
    ).values_list("pk", flat=True)
    played_live = set(live)
    for score in scores:
        score.replay = score.table_board in played_live
