"""Teams of two: the two tables of a match, IMPs or board-a-match, victory points, and a Swiss or league table.

South of team A meets North of team B at one table, and South of B meets North of A at the other. A team's swing on a
board is the difference between the two tables' scores in IMPs. The match's margin then becomes victory points.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scoring.errors import ScoreError
from scoring.imps import artificial_imps, imps
from scoring.lines import Line, Parts, parts_of, percent_of
from scoring.ranking import PlacedStanding, Standing, rank
from scoring.victory_points import victory_points

# A Swiss bye; clubs differ.
BYE_VICTORY_POINTS = Fraction(12)
BOARD_WON = Fraction(2)


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board of a match.

    `home` is the line from the table where the first team sits N/S. `away` is the other table's line.
    """

    number: int
    home: Line | None
    away: Line | None


@dataclass(frozen=True, slots=True)
class Swing:
    """Each team's gain on a board, exact and signed. Both gains are None if the board does not count.

    The second gain is the opposite of the first unless a ruling says otherwise.
    """

    number: int
    first: Fraction | None
    second: Fraction | None


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match: its swings, each team's net score, the boards that counted, and the victory points."""

    swings: tuple[Swing, ...]
    first: Fraction
    second: Fraction
    boards: int
    first_vps: Fraction
    second_vps: Fraction


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams and the score of their match. In the case of a bye, `second` and `score` are None."""

    first: Hashable
    second: Hashable | None
    score: MatchScore | None


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """A row of the table: victory points, matches won, drawn and lost, net IMPs, and the place."""

    team: Hashable
    place: str
    vps: Fraction
    played: int
    won: int
    drawn: int
    lost: int
    net: Fraction


def score_match(
    boards: Iterable[TeamBoard],
    *,
    scale: str = "wbf",
    method: str = "imps",
    length: int | None = None,
) -> MatchScore:
    """Score a match. `method` is imps or board_a_match.

    `length` is the number of boards that decides which scale is used. By default it is the number of boards that
    counted. In board-a-match, each board gives 2, 1 or 0 points, and these are also the victory points. Raise
    ScoreError for an unknown method, scale or length.
    """
    if method not in SWINGS:
        raise ScoreError(f"{method!r} is no way to score a match: {', '.join(SWINGS)} are.")
    swings = tuple(_swing(board, SWINGS[method]) for board in boards)
    played = [(swing.first, swing.second) for swing in swings if swing.first is not None and swing.second is not None]
    first = sum((won for won, _ in played), Fraction(0))
    second = sum((won for _, won in played), Fraction(0))
    vps = (first, second)
    if method == "imps" and played:
        vps = tuple(victory_points(net, length or len(played), scale) for net in vps)  # type: ignore[assignment]
    return MatchScore(swings, first, second, len(played), *vps)


def team_table(
    matches: Sequence[Match],
    *,
    bye: Fraction = BYE_VICTORY_POINTS,
    adjustments: Mapping[Hashable, Fraction] | None = None,
) -> list[TeamPlace]:
    """Return the table after these matches, best first by victory points. Ties share a place.

    Level teams are listed by net IMPs. A match without any counting board is left out. A team wins a match if its
    net score is higher. `adjustments` are victory points that the director awards or deducts.
    """
    byes = Counter(match.first for match in matches if match.second is None)
    rows: dict[Hashable, list[_Held]] = {team: [] for match in matches for team in _teams(match)}
    for match in matches:
        score = match.score
        if match.second is not None and score is not None and score.boards:
            rows[match.first].append(_Held(score.first_vps, score.first, score.second))
            rows[match.second].append(_Held(score.second_vps, score.second, score.first))
    extra = adjustments or {}
    totals = {
        team: sum((result.vps for result in held), extra.get(team, Fraction(0)) + byes[team] * bye)
        for team, held in rows.items()
    }
    order = sorted(rows, key=lambda team: -sum(result.own for result in rows[team]))
    unit = Fraction(1)
    placed = rank((Standing(team, totals[team], unit, unit) for team in order), "won")
    return [_place(row, rows[row.entry]) for row in placed]


class _Held(NamedTuple):
    """A match from one team's point of view: its victory points, its own score and the other team's score."""

    vps: Fraction
    own: Fraction
    other: Fraction


def _teams(match: Match) -> Iterable[Hashable]:
    return (match.first,) if match.second is None else (match.first, match.second)


def _place(row: PlacedStanding, held: Sequence[_Held]) -> TeamPlace:
    wins, losses = (sum(sign * (result.own - result.other) > 0 for result in held) for sign in (1, -1))
    net = sum((result.own for result in held), Fraction(0))
    return TeamPlace(row.entry, row.place, row.won, len(held), wins, len(held) - wins - losses, losses, net)


def _swing(board: TeamBoard, worth: Callable[[int], Fraction]) -> Swing:
    if board.home is None or board.away is None:
        return Swing(board.number, None, None)
    first = _won(board.home, "NS", board.away, "EW", worth)
    second = _won(board.away, "NS", board.home, "EW", worth)
    counts = first is not None and second is not None
    return Swing(board.number, first if counts else None, second if counts else None)


def _won(
    south: Line, south_side: str, north: Line, north_side: str, worth: Callable[[int], Fraction]
) -> Fraction | None:
    """Return the points won by a team that sits N/S at one table and E/W at the other.

    Return None unless both tables have a result. If either result is an artificial score, that score decides the
    board.
    """
    percents = [p for p in (percent_of(south, south_side), percent_of(north, north_side)) if p is not None]
    if percents:
        ruled = min(percents) if min(percents) < 50 else max(percents)
        return _ARTIFICIAL[worth](ruled)
    own, other = parts_of(south, south_side), parts_of(north, north_side)
    return _weighted(own, other, worth) if own and other else None


def _weighted(own: Parts, other: Parts, worth: Callable[[int], Fraction]) -> Fraction:
    """Convert both scores of every weighted pair first, and then apply the weights (Law 12C1c)."""
    return sum(
        (mine * theirs * worth(points - against) for mine, points in own for theirs, against in other),
        Fraction(0),
    )


def _imps(difference: int) -> Fraction:
    return Fraction(imps(difference))


def _board_a_match(difference: int) -> Fraction:
    return BOARD_WON * ((difference > 0) - (difference < 0) + 1) / 2


SWINGS: dict[str, Callable[[int], Fraction]] = {"imps": _imps, "board_a_match": _board_a_match}
_ARTIFICIAL: dict[Callable[[int], Fraction], Callable[[Fraction], Fraction]] = {
    _imps: artificial_imps,
    _board_a_match: lambda percent: BOARD_WON * percent / 100,
}
