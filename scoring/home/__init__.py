"""Matches at home: next dealer, vulnerability, score sheet and winner, computed from the finished deals alone.

A match is a fold over its deals: nothing is stored. Used by the lounge and by `python -m scoring home`. The rules are
the paragraphs on home scoring in `docs/rules`, which begin at SOLO-26, SC-17, UM-18, BS-12, SW-14 and FH-25.

>>> match_options("umbrage")["score"]
('rubber', 'chicago')
>>> outcome = {"contract": "3N", "declarer": "S", "tricks": 9, "lead": "S7", "claimed": False}
>>> now = standing("solo", {}, "N", [Finished({}, {}, outcome)])
>>> now.totals, now.header, now.summary
({'S': 400, 'N': 0}, {'board': 2, 'dealer': 'E', 'vul': 'None'}, 'South leads by 400 points after 1 deal of 4')
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.options import Options, checked
from games.players import PLAYERS
from games.registry import game_for
from games.wording import plain
from scoring.errors import ScoreError
from scoring.home.deals import Finished
from scoring.home.five_hundred import FiveHundred
from scoring.home.match import RunningMatch
from scoring.home.points import Boards, CarriedChicago, Chicago, FourDeals, SecretCard, SolitaireChicago, SolitaireDeals
from scoring.home.rubber import RubberMatch
from scoring.home.sheet import by_player
from scoring.home.whist import WhistDeals, WhistGames

__all__ = ["Finished", "MatchStanding", "match_options", "standing"]

_MATCHES: dict[str, type[RunningMatch]] = {
    "boards": Boards,
    "carried_chicago": CarriedChicago,
    "chicago": Chicago,
    "duplicate": SolitaireDeals,
    "five_hundred": FiveHundred,
    "four_deals": FourDeals,
    "rubber": RubberMatch,
    "secret_card": SecretCard,
    "solitaire_chicago": SolitaireChicago,
    "whist_deals": WhistDeals,
    "whist_games": WhistGames,
}


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """The state of a match.

    `totals` `{"S", "N"}` decide the match: points, or games won in a match of several games that each begin at zero
    (rubber points if whist counts them). `winner` is None while the match goes on and for a draw. `header` is the next
    deal's `{"board": 3, "dealer": "S", "vul": "NS"}`, or None when the match is over. Its dealer is a seat (N, E, S or
    W) in solo, and "" in solitaire. `summary` is a sentence without a full stop. `sheet`:

        {"kind": "rubber"|"points"|"games", "title", "totals", "winner", "summary",
         "lines": [row and "score_text"],                         one per deal; board null for a bonus
         "above": [row],                                          kind rubber: above the line
         "games": [{"rows": [row], "winner", "totals"}]}          kind rubber: below the line; games: the deals

    A row is `{"board", "contract", "declarer", "text", "S", "N"}`: both players' points and the reason for them.
    For a contract, `text` is its result. For any other row, `contract` and `declarer` are null. The strings of
    the sheet are marked text (`games.wording`); `summary` is the sheet's summary in words for everybody.
    """

    over: bool
    winner: str | None
    totals: dict[str, int]
    header: dict[str, Any] | None
    summary: str
    sheet: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return the whole standing as JSON values, with all marked text worded for everyone."""
        standing: dict[str, Any] = in_words(asdict(self))
        return standing


def in_words(value: Any) -> Any:
    """Return a JSON value with all marked text replaced by the wording for everyone."""
    if isinstance(value, dict):
        return {name: in_words(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [in_words(each) for each in value]
    return plain(value) if isinstance(value, str) else value


def match_options(game: str) -> Options:
    """Return the named options for a match of this game, default values first. Raise BadSetup for an unknown game."""
    return game_for(game).match_options


def standing(
    game: str, options: Mapping[str, str], first: str, deals: Iterable[Finished], ended: bool = False
) -> MatchStanding:
    """Return the state of the match after these deals, in order.

    `first` (`S` or `N`) dealt the first deal; `ended` is True if the match was ended early. The dealer and
    vulnerability in a setup must be those that the match requires. Omitted options have their default values. Raise
    BadSetup for a wrong game or option, and ScoreError for a deal that is impossible or comes after the end.
    """
    chosen = checked(match_options(game), options)
    if first not in PLAYERS:
        raise ScoreError(f"{first!r} cannot deal first: S or N.")
    match = _MATCHES[game_for(game).match_kind(chosen)](game, chosen, first)
    for deal in deals:
        match.take(deal)
    if ended:
        match.end()
    sheet = match.sheet()
    return MatchStanding(
        over=match.over,
        winner=sheet["winner"],
        totals=by_player(match.totals),
        header=None if match.over else match.header,
        summary=plain(sheet["summary"]),
        sheet=sheet,
    )
