"""A night before it is published, for its club's directors: the ranking so far, and every score. Never a card."""

from dataclasses import dataclass

from django.http import Http404

from clubsite.clubs.models import ApiToken
from clubsite.duplicate.models import Session, TableBoard, TableBoardState
from clubsite.duplicate.selectors.entries import names_of
from clubsite.duplicate.selectors.sessions import sections_of, session_by_id
from clubsite.results.models import Frequency, Ranking, ScoreEntry
from clubsite.results.selectors.entries import latest_entries, points_of
from clubsite.results.selectors.ranking import RankList, list_title, rank_list
from scoring.settings import ScoringSettings


def night_for(token: ApiToken, public_id: str) -> Session:
    """A session of the token's club, published or not. Raises Http404 for every other."""
    session = session_by_id(public_id)
    if session.club_id != token.club_id:
        raise Http404("No such session")
    return session


def rank_lists_so_far(session: Session) -> list[RankList]:
    """The ranking of what has been scored so far, section by section; empty before the first score."""
    settings = ScoringSettings.from_json(session.scoring)
    stored = Ranking.objects.filter(section__session=session).select_related("section")
    rankings = list(stored.order_by("section__name", "-line", "handicap", "stratum"))
    names = names_of([row["entry"] for ranking in rankings for row in ranking.rows])
    sections = sections_of(session)
    lists = []
    for ranking in rankings:
        own = ranking.section
        field = [s for s in sections if s.kind == own.kind] if settings.sections == "together" else [own]
        title = list_title(ranking.line, [s.name for s in field] if own.lettered else [], own.pairs)
        lists.append(rank_list(ranking.listed(), title, names, imps=settings.imps))
    return [found for found in lists if any(row.possible for row in found.rows)]


@dataclass(slots=True)
class NightScore:
    """A board at a table: who plays it, how it stands, and the score that counts now."""

    row: TableBoard
    south: str
    north: str
    entry: ScoreEntry | None
    points: Frequency | None

    @property
    def revision(self) -> int:
        """Grows with every score that is entered; 0 before the first."""
        return self.entry.pk if self.entry else 0


def night_scores(session: Session, *, board: int | None = None, pk: int | None = None) -> list[NightScore]:
    """Every board at every table that counts, by board, round and table; of one board, or one line, if asked."""
    rows = TableBoard.objects.filter(round__section__session=session).exclude(state=TableBoardState.VOID)
    if board is not None:
        rows = rows.filter(board__number=board)
    if pk is not None:
        rows = rows.filter(pk=pk)
    found = list(
        rows.select_related("board", "table__section", "round__section", "ns", "ew").order_by(
            "board__number", "round__number", "round__section__name", "table__number"
        )
    )
    ids = [row.pk for row in found]
    latest, points, names = (
        latest_entries(ids),
        points_of(ids),
        names_of([pk for row in found for pk in (row.ns_id, row.ew_id)]),
    )
    return [
        NightScore(row, names[row.ns_id], names[row.ew_id], latest.get(row.pk), points.get(row.pk))
        for row in found
    ]


def night_score(session: Session, pk: int) -> NightScore:
    """One of them. Raises Http404."""
    found = night_scores(session, pk=pk)
    if not found:
        raise Http404("No such board at that table")
    return found[0]
