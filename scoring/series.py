"""A series of 3 to 6 nights with a prize for the highest percentage: which nights count, and what is still needed.

Rules differ from club to club, so they are kept in a table. The ready-made rules are those of the Christchurch Bridge
Club (http://www.chchbridge.co.nz/rules/): three to five nights all count, and one of them may be a substitute's; out
of six nights the best five count, and two may be a substitute's. Nights scored by IMPs form their own series. The
winner has the most IMPs over the best nights, as in Hemel Hempstead's Butler nights
(http://freespace.virgin.net/herts.bridge/hemel/Butler.htm), or the most IMPs per board, which is fair to nights of
different lengths.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import lcm
from typing import Any

from scoring.errors import ScoreError, SettingError
from scoring.ranking import PlacedStanding, Standing, rank

Player = Hashable
MIN_SESSIONS, MAX_SESSIONS = 1, 60
PERCENTAGE, IMPS_A_BOARD, IMPS = "percentage", "imps_a_board", "imps"

# The figure of a series. The nights that count are averaged; only IMPs are added up.
FIGURES = {
    PERCENTAGE: "The mean of the percentages",
    IMPS_A_BOARD: "The mean of the IMPs a board",
    IMPS: "All IMPs added up",
}


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """The rules of a series of `sessions` nights. `figure` says which figure is compared.

    The best `best` nights of a player count (0: all of them). `minimum` nights are needed for a place (0: as many
    as count). `substitutes` is the number of nights on which a substitute's score may count.
    """

    sessions: int
    best: int = 0
    minimum: int = 0
    substitutes: int = 0
    figure: str = PERCENTAGE

    @property
    def counting(self) -> int:
        """The number of nights that count for a player."""
        return self.best or self.sessions

    @property
    def needed(self) -> int:
        """The number of nights that a player needs for a place."""
        return self.minimum or self.counting

    @property
    def imps(self) -> bool:
        """True if the series takes sessions scored by IMPs, and False if it takes match-point sessions."""
        return self.figure != PERCENTAGE

    def to_json(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_json(cls, stored: Any) -> "SeriesRules":
        """Return rules from a JSON object with `sessions` and any other rules that differ from the defaults.

        Raise ScoreError for a wrong rule.
        """
        if not isinstance(stored, Mapping) or "sessions" not in stored:
            raise ScoreError("A series needs its number of nights, such as 6.")
        for name, value in stored.items():
            _check_rule(str(name), value)
        rules = cls(**stored)
        if not MIN_SESSIONS <= rules.sessions <= MAX_SESSIONS:
            raise SettingError(
                "sessions", f"A series has {MIN_SESSIONS} to {MAX_SESSIONS} nights, not {rules.sessions}."
            )
        for name in ("best", "minimum", "substitutes"):
            if getattr(rules, name) > rules.sessions:
                more = getattr(rules, name)
                raise SettingError(name, f"{more} is more than the {rules.sessions} nights there are.")
        return rules


READY = {
    **{sessions: SeriesRules(sessions, substitutes=1) for sessions in (3, 4, 5)},
    6: SeriesRules(6, best=5, substitutes=2),
}


@dataclass(frozen=True, slots=True)
class CountedSession:
    """One night's score that counts for `player`. If `substitute` is True, somebody else played in their place."""

    number: int
    player: Player
    score: Fraction
    substitute: bool = False


@dataclass(frozen=True, slots=True)
class SeriesPlace:
    """A player's row in the table. `score` is the mean (or sum) of the nights in `counted`.

    The nights in `dropped` were played but do not count. `missing` is the number of nights still needed for a place at
    the end. `out` is True if fewer nights are left than the player still needs. A player who is `short` of nights has
    no place yet, although other players have one. `to_lead` is the average that the player needs on all remaining
    nights to reach the best score of any placed player. It is None if the player is certain of that score, if no night
    is left, or if the player is out. It may be above 100, which means that the score is out of reach. For IMPs it may
    be negative.
    """

    player: Player
    place: str
    score: Fraction
    counted: tuple[int, ...]
    dropped: tuple[int, ...]
    missing: int
    out: bool
    to_lead: Fraction | None

    @property
    def short(self) -> bool:
        return bool(self.missing and not self.out and not self.place)


def series_table(rules: SeriesRules, scores: Iterable[CountedSession], held: int | None = None) -> list[SeriesPlace]:
    """Return the table after `held` nights (by default, all nights up to the last night with a score), best first.

    Rows are placed, short of nights, or out of the running. As soon as somebody has enough nights for a place, only
    players with enough nights are placed. Before that, everyone who can still play enough nights is placed. The
    order of the scores does not matter, nor does it matter which nights are over, since a night may be postponed.

    Raise ScoreError for a player with two scores for one night, or for a night that the series does not have.
    """
    known = list(scores)
    below = _common_denominator(known)
    by_player = _by_player(rules, known, below)
    after = max((number for own in by_player.values() for _, number, _ in own), default=0) if held is None else held
    left = max(0, rules.sessions - after)
    rows, full, short = _grouped(rules, by_player, below, left)
    target = max((score for score, counted, _, _ in full.values() if counted), default=Fraction(0))
    table = []
    for placed in [*_ordered(full), *_ordered(short)]:
        place = "" if placed.entry in short else placed.place
        reach = _to_reach(rules, by_player[placed.entry], below, left, target) if left else None
        table.append(SeriesPlace(placed.entry, place, *rows[placed.entry], False, reach))
    outside = _ordered({who: row for who, row in rows.items() if who not in full and who not in short})
    return table + [SeriesPlace(placed.entry, "", *rows[placed.entry], True, None) for placed in outside]


def placed_after_each_session(
    rules: SeriesRules, scores: Iterable[CountedSession], sessions: Sequence[int]
) -> list[dict[Player, str]]:
    """Return the placed players and their places, best first, after the first of the `sessions`, after the first two,
    and so on.

    This is the part of `series_table` that is needed to show the series as a race.
    """
    known = list(scores)
    below = _common_denominator(known)
    places: list[dict[Player, str]] = []
    for held in range(1, len(sessions) + 1):
        over = set(sessions[:held])
        by_player = _by_player(rules, (session for session in known if session.number in over), below)
        _, full, _ = _grouped(rules, by_player, below, max(0, rules.sessions - held))
        places.append({placed.entry: placed.place for placed in _ordered(full) if placed.place})
    return places


_Night = tuple[int, int, bool]
"""A player's night: its score, its number, and whether a substitute played. The score is its numerator with a minus
sign, so that nights are sorted best first. A plain tuple, because a page of several series makes hundreds."""

Row = tuple[Fraction, tuple[int, ...], tuple[int, ...], int]
Rows = dict[Player, Row]


def _grouped(
    rules: SeriesRules, by_player: Mapping[Player, Sequence[_Night]], below: int, left: int
) -> tuple[Rows, Rows, Rows]:
    """Return all rows, the placed rows, and the other rows that can still be placed in the `left` remaining nights."""
    rows = {player: _row(rules, own, below) for player, own in by_player.items()}
    inside = {player: row for player, row in rows.items() if row[3] <= left}
    full = {player: row for player, row in inside.items() if not row[3]} or inside
    return rows, full, {player: row for player, row in inside.items() if player not in full}


def _common_denominator(scores: Iterable[CountedSession]) -> int:
    """Return a common denominator of the scores, so that they can be compared and added as integers, which is fast."""
    return lcm(*(session.score.denominator for session in scores))


def _by_player(rules: SeriesRules, scores: Iterable[CountedSession], below: int) -> dict[Player, list[_Night]]:
    """Return each player's nights, best first. Substitutes' nights are kept only if they may count.

    `below` is the common denominator of the scores.
    """
    nights: dict[Player, dict[int, _Night]] = defaultdict(dict)
    for session in scores:
        number, score, own = session.number, session.score, nights[session.player]
        if not 1 <= number <= rules.sessions:
            raise ScoreError(f"The series has {rules.sessions} nights, there is no night {number}.")
        if number in own:
            raise ScoreError(f"{session.player} has two scores for night {number}: keep the one that counts.")
        own[number] = (-score.numerator * (below // score.denominator), number, session.substitute)
    return {player: _that_may_count(rules, sorted(own.values())) for player, own in nights.items()}


def _that_may_count(rules: SeriesRules, own: list[_Night]) -> list[_Night]:
    substitutes = [night for night in own if night[2]]
    return [night for night in own if not night[2] or night in substitutes[: rules.substitutes]] if substitutes else own


def _row(rules: SeriesRules, own: Sequence[_Night], below: int) -> Row:
    counted, dropped = own[: rules.counting], own[rules.counting :]
    score = Fraction(-sum(order for order, _, _ in counted), below * _shares(rules, len(counted)))
    sessions, others = (tuple(sorted([number for _, number, _ in part])) for part in (counted, dropped))
    return score, sessions, others, max(0, rules.needed - len(own))


def _ordered(rows: Mapping[Player, Row]) -> list[PlacedStanding]:
    """Rank the rows.

    Players without a counting night come last, unplaced, because their score of 0 would rank above a loss in IMPs.
    """
    none, whole = Fraction(0), Fraction(1)
    return rank((Standing(player, row[0], whole if row[1] else none, whole) for player, row in rows.items()), "won")


def _to_reach(rules: SeriesRules, own: Sequence[_Night], below: int, left: int, target: Fraction) -> Fraction | None:
    """Return the average that a player needs on the remaining nights for their best nights to reach `target`.

    If k of the remaining nights are among the c nights that count, (the current best c - k nights + k x) / c has to
    reach the target. The k with the lowest x decides. A percentage cannot be below 0, while IMPs have no such
    floor.
    """
    count = min(rules.counting, len(own) + left)
    best = [Fraction(-order, below) for order, _, _ in own]
    wanted: list[Fraction] = []
    for new in range(max(0, count - len(own)), min(left, count) + 1):
        lacking = target * _shares(rules, count) - sum(best[: count - new], Fraction(0))
        if lacking <= 0 and not (new and rules.imps):
            return None
        if new:
            wanted.append(lacking / new)
    return min(wanted, default=None)


def _shares(rules: SeriesRules, counted: int) -> int:
    """Return the number by which the sum of the nights that count is divided."""
    return 1 if rules.figure == IMPS else max(1, counted)


def _check_rule(name: str, value: Any) -> None:
    names = [field.name for field in fields(SeriesRules)]
    if name not in names:
        raise ScoreError(f"A series has no {name}: {', '.join(names)} are its rules.")
    if name == "figure":
        if value not in list(FIGURES):
            raise SettingError(name, f"A series goes by {', '.join(FIGURES)}, not {value!r}.")
    elif isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise SettingError(name, f"Write a whole number, 0 or more, not {value!r}.")
