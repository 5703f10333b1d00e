"""The ranking so far as a player at a table sees it: his own place and everybody's, while a director shows it."""

from dataclasses import dataclass
from typing import Any

from clubsite.duplicate.models import Entry, Table
from clubsite.play.claims import place_of
from clubsite.play.models import SeatClaim
from clubsite.results.models import Leaderboard
from clubsite.results.selectors import leaderboard_page
from clubsite.results.selectors.ranking import RankList, RankRow
from clubsite.results.templatetags.bridge import imps, pct

WHO = {"NS": "South players", "EW": "North players", "ALL": ""}
WHO_PAIRS = {"NS": "N/S pairs", "EW": "E/W pairs", "ALL": "pairs"}
NO_PLACE = "Your place appears when a board of yours has been played at two tables"


@dataclass(slots=True)
class SoFar:
    """`place` ("3rd", "3rd equal"; empty while there is none) `of` 14 `who` ("South players"; empty: everybody).

    `figure`: "56.25 %", or IMPs. `scores` of `lines` are in.
    `lists`: his own first, each `title` and rows of `place`, `name`, `figure`, `you`.
    """

    place: str
    of: int
    who: str
    figure: str
    scores: int
    lines: int
    ended: bool
    lists: list[dict[str, Any]]

    @property
    def words(self) -> str:
        """ "You are 3rd of 14 with 56.25 %", as a sentence without its stop."""
        if not self.place:
            return NO_PLACE
        among = f"{self.of} {self.who}".strip()
        return f"You are {self.place} of {among} with {self.figure}"

    def as_json(self) -> dict[str, Any]:
        """What the table's page is answered."""
        names = ("place", "of", "who", "figure", "scores", "lines", "ended", "lists")
        return {"words": self.words, **{name: getattr(self, name) for name in names}}


def so_far_of(claim: SeatClaim) -> SoFar | None:
    """How the holder of this claim stands; None while no leaderboard is shown in his night."""
    session_id = session_of_claim(claim)
    if not is_shown(session_id):
        return None
    page = leaderboard_page(session_id)
    me = _entry_of(claim)
    own = next((found for found in page.lists if any(row.entry == me for row in found.rows)), None)
    row = next((row for row in own.rows if row.entry == me), None) if own else None
    lists = sorted(page.lists, key=lambda found: found is not own)
    return SoFar(
        place=ordinal(row.place) if row and row.place else "",
        of=len(own.ranked) if own else 0,
        who=_who(own, me) if own else "",
        figure=_figure(own, row) if own and row else "",
        scores=page.scores,
        lines=page.lines,
        ended=page.ended,
        lists=[_listed(found, me) for found in lists],
    )


def is_shown(session_id: str) -> bool:
    """Whether the ranking so far is shown to everybody."""
    return Leaderboard.objects.filter(session__public_id=session_id).exists()


def is_news(sender: Any, session_id: str) -> bool:
    """Whether a change of a session is one of places that are shown, or of whether they are."""
    return sender is Leaderboard or is_shown(session_id)


def session_of_claim(claim: SeatClaim) -> str:
    """The public id of the night that a claim belongs to; empty if that night is gone."""
    if claim.kind == "side":
        tables = Table.objects.filter(pk=int(claim.subject.split(":")[0]))
        return tables.values_list("section__session__public_id", flat=True).first() or ""
    entries = Entry.objects.filter(pk=int(claim.subject))
    return entries.values_list("section__session__public_id", flat=True).first() or ""


def seats_group(session_id: str) -> str:
    """The group of every seat of a night."""
    return f"places.{session_id}"


def ordinal(place: str) -> str:
    """ "3rd" of "3", "3rd equal" of "3="."""
    number = int(place.rstrip("="))
    teen = 10 <= number % 100 <= 20
    end = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{end}{' equal' if place.endswith('=') else ''}"


def _entry_of(claim: SeatClaim) -> int | None:
    if claim.kind == "entry":
        return int(claim.subject)
    place = place_of(claim)
    return int(place.who.removeprefix("entry:")) if place and place.who else None


def _who(own: RankList, me: int | None) -> str:
    pairs = Entry.objects.filter(pk=me, section__kind="four_handed").exists()
    return (WHO_PAIRS if pairs else WHO)[own.line]


def _figure(found: RankList, row: RankRow) -> str:
    if found.imps:
        return f"{imps(row.won)}\N{NO-BREAK SPACE}IMPs"
    return f"{pct(row.percentage)}\N{NO-BREAK SPACE}%" if row.percentage is not None else "–"


def _listed(found: RankList, me: int | None) -> dict[str, Any]:
    rows = [
        {"place": row.place or "–", "name": row.name, "figure": _figure(found, row), "you": row.entry == me}
        for row in found.rows
    ]
    return {"title": found.title, "rows": rows}
