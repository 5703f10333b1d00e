"""The ten values of a deal: one for each of five strains and two declarers."""

from collections.abc import Sequence

from games.calls import STRAINS
from games.end_dummies import Cards
from games.players import OPPONENT, PLAYERS
from games.seats import SEATS, Seat
from solver.engines import Engine
from solver.errors import OutOfNodes
from solver.estimate import estimate
from solver.position import Position

Table = dict[str, dict[str, int]]  # strain C D H S N -> declarer S, N -> tricks
Found = dict[str, dict[str, int | None]]  # None if the search did not finish

# A player takes more tricks as declarer than as defender in the same strain, because the declarer does not
# lead.
DECLARING_IS_WORTH = {"C": 1, "D": 1, "H": 1, "S": 1, "N": 2}


def ten_values(hands: Sequence[Cards], engine: Engine) -> Table:
    """Return each declarer's tricks, in hand and dummy together, in each strain with best play.

    The defender's own hand leads (SOLO-13). `hands` N E S W have 1 to 13 cards each. Raise BadPosition if they are
    not valid.
    """
    values = values_within(hands, engine, None)
    return {strain: {who: value for who, value in of.items() if value is not None} for strain, of in values.items()}


def values_within(hands: Sequence[Cards], engine: Engine, nodes: int | None) -> Found:
    """Return the ten values, with None for any value that a search of at most `nodes` nodes cannot find.

    Each value is searched for with its own budget of nodes.
    """
    return {strain: _declarers(hands, strain, engine, nodes) for strain in STRAINS}


def _declarers(hands: Sequence[Cards], strain: str, engine: Engine, nodes: int | None) -> dict[str, int | None]:
    # Both leads of a strain share one table, and the first answer is a good guess at the second.
    at = Position.of(hands, strain, leader_against("S"))
    north_leads = _tricks(at, engine, None, nodes)
    guess = (estimate(at) if north_leads is None else north_leads) + DECLARING_IS_WORTH[strain]
    south_leads = _tricks(Position.of(hands, strain, leader_against("N")), engine, guess, nodes)
    north = None if south_leads is None else len(hands[0]) - south_leads
    return dict(zip(PLAYERS, (north_leads, north), strict=True))


def _tricks(at: Position, engine: Engine, guess: int | None, nodes: int | None) -> int | None:
    try:
        return engine.value(at, guess, nodes)
    except OutOfNodes:
        return None


def by_leader(hands: Sequence[Cards], engine: Engine) -> dict[str, dict[str, int]]:
    """Return South and East's tricks in each strain, for each seat that may lead first.

    Raise BadPosition if the hands are not valid.
    """
    return {strain: {str(seat): engine.value(Position.of(hands, strain, seat)) for seat in SEATS} for strain in STRAINS}


def leader_against(declarer: str) -> Seat:
    """Return the hand that leads first against this declarer (SOLO-13)."""
    return Seat(OPPONENT[declarer])
