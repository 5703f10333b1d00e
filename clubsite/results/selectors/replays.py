"""Replaying a play made on the site: its record, and the data for the page that steps through it."""

from dataclasses import dataclass
from typing import Any

from clubsite.analysis.selectors.verdicts import verdicts
from clubsite.core.responses import found_or_404
from clubsite.nights.models import TableBoard
from clubsite.play.room_states import log_of
from clubsite.play.selectors import view_of
from clubsite.rankings.selectors.published import Published
from clubsite.results.selectors.boards import BoardPage, PageLine, board_page
from games.end_dummies import OWNER
from games.players import DIRECTOR
from games.seats import Seat
from games.wording import seat_name

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
