"""Rankings as pages show them: of a session in play, and of what is published."""

from dataclasses import dataclass
from fractions import Fraction

from clubsite.duplicate.models import Session
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.duplicate.selectors.sessions import sections_of
from clubsite.rankings.models import Ranking
from clubsite.rankings.payload import Json, fraction
from clubsite.rankings.selectors.published import Published
from scoring.ranking import Place
from scoring.settings import ScoringSettings

TITLES = {"NS": "South players", "EW": "North players", "ALL": "All players"}

PAIRS_TITLES = {"NS": "N/S pairs", "EW": "E/W pairs", "ALL": "All pairs"}

WHO, PAIRS_WHO = TITLES | {"ALL": "players"}, PAIRS_TITLES | {"ALL": "pairs"}

FULL_BAR_IMPS = 12

USUAL_SPREAD = 15


@dataclass(slots=True)
class RankRow:
    contestant: int
    number: int
    name: str
    place: str
    won: Fraction
    possible: Fraction
    percentage: Fraction | None
    factored: Fraction | None
    label: str = ""
    """The number as it is shown and addressed: "7", "B7"."""
    you: bool = False
    robot: bool = False
    """Listed with its figures, and without a place."""
    left: float = 50
    width: float = 0
    mean: Fraction | None = None
    """IMPs a board."""
    penalty: Fraction = Fraction(0)
    """What penalties took, in match points or IMPs; less than 0: what an award gave."""
    handicap: Fraction | None = None
    trophy: bool = False
    """Whether the shared first place was split for them."""

    @property
    def tied(self) -> bool:
        """Whether others share the place."""
        place = Place.read(self.place)
        return place is not None and place.tied

    @property
    def low(self) -> bool:
        return self.percentage is not None and self.percentage < 50


@dataclass(slots=True)
class RankList:
    line: str
    title: str
    who: str
    """Who they are in a sentence: "of 12 South players", "of 24 players"."""
    rows: list[RankRow]
    pairs: bool
    imps: bool = False
    whole: bool = True
    """Everybody without handicaps; otherwise a stratum, or with them."""

    @property
    def penalised(self) -> list[RankRow]:
        """With a penalty or an award."""
        return [row for row in self.rows if row.penalty]

    @property
    def trophy(self) -> str:
        """Who has the trophy, where the first place is shared and was split."""
        return next((row.name for row in self.rows if row.trophy), "")

    @property
    def ranked(self) -> list[RankRow]:
        """Without the robot."""
        return [row for row in self.rows if not row.robot]

    @property
    def full(self) -> Fraction:
        return max((row.possible for row in self.rows), default=Fraction(0))

    @property
    def uneven(self) -> bool:
        """Whether somebody sat out, so that totals are only comparable when factored."""
        return any(row.possible != self.full for row in self.rows)


def rank_lists(published: Published, me: int | None = None) -> list[RankList]:
    """Every list of places of the night."""
    lists = []
    for section in published.sections:
        letters = list(section.together) if len(published.sections) > 1 else []
        for ranking in section.rankings:
            pairs = section.four_handed
            lists.append(rank_list(ranking, letters, published.names, me, pairs=pairs, imps=published.imps))
    return lists


def rank_list(
    ranking: Json,
    letters: list[str],
    names: dict[int, str],
    me: int | None = None,
    *,
    pairs: bool,
    imps: bool = False,
) -> RankList:
    """A stored list as pages show it; `letters`: the sections in it, where there are several in the session."""
    stratum, handicap = ranking.get("stratum", ""), ranking.get("handicap", False)
    rows = [_row(row, names, me) for row in ranking["rows"]]
    _draw_bars(rows)
    part = f", stratum {stratum}" if stratum else ""
    part += ", with handicaps" if handicap else ""
    line = ranking["line"]
    abbreviated = pairs and line != "ALL"
    title = _of_sections((PAIRS_TITLES if pairs else TITLES)[line], letters, abbreviated) + part
    who = _of_sections((PAIRS_WHO if pairs else WHO)[line], letters, abbreviated) + part
    return RankList(line, title, who, rows, pairs, imps, whole=not part)


def _of_sections(words: str, letters: list[str], abbreviated: bool) -> str:
    """The words of a list after its sections; `abbreviated`: they begin with N/S or E/W, which keeps its capitals."""
    if not letters:
        return words
    rest = words if abbreviated else f"{words[0].lower()}{words[1:]}"
    return f"Section{'s' if len(letters) > 1 else ''} {' and '.join(letters)}, {rest}"


def _row(row: Json, names: dict[int, str], me: int | None) -> RankRow:
    return RankRow(
        contestant=row["entry"],
        number=row["number"],
        label=row.get("label", str(row["number"])),
        name=names.get(row["entry"], f"Player {row.get('label', row['number'])}"),
        place=row["place"],
        won=Fraction(row["won"]),
        possible=Fraction(row["possible"]),
        percentage=fraction(row["percentage"]),
        factored=fraction(row["factored"]),
        you=row["entry"] == me,
        robot=row.get("robot", False),
        mean=fraction(row.get("mean")),
        penalty=Fraction(row.get("penalty", 0)),
        handicap=fraction(row.get("handicap")),
        trophy=row.get("trophy", False),
    )


def _draw_bars(rows: list[RankRow]) -> None:
    off = [row.percentage - 50 for row in rows if row.percentage is not None]
    half = max([Fraction(USUAL_SPREAD), *(abs(o) for o in off)])
    for row in rows:
        if row.percentage is not None:
            row.width = round(float(abs(row.percentage - 50) / half * 50), 1)
            row.left = 50 - row.width if row.low else 50


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
        letters = [s.name for s in field] if own.lettered else []
        lists.append(rank_list(ranking.listed(), letters, names, pairs=own.pairs, imps=settings.imps))
    return [found for found in lists if any(row.possible for row in found.rows)]
