"""One movement as offered in the set-up, and the director's wishes for all movements."""

from dataclasses import dataclass

from django.forms import BoundField

from clubsite.catalogue.grid import GridCell, length_words
from movements.aims import Aim
from movements.plan import Plan

USUAL_BOARDS = 26
SWISS_TEAMS = "swiss-teams"


@dataclass(frozen=True, slots=True)
class MovementWish:
    """The director's wishes: options that end within `minutes`, `more` options, one to `look` at in detail, and the
    `aim` that the list is ordered by.
    """

    minutes: int | None = None
    more: bool = False
    look: str = ""
    aim: Aim = Aim.USUAL

    @property
    def query(self) -> str:
        """The minutes and the aim as query parameters, to be added after another parameter."""
        minutes = f"&minutes={self.minutes}" if self.minutes else ""
        return minutes if self.aim is Aim.USUAL else f"{minutes}&aim={self.aim}"


NOTHING_ASKED = MovementWish()


@dataclass(frozen=True, slots=True)
class MovementChoice:
    """An option in the movement step.

    The form sends `key` back. The key identifies what the director saw: after a change of players, robot or boards
    per round it no longer matches any option. `grid` is empty until it is requested.
    """

    key: str
    name: str
    title: str
    why: str
    rounds: int
    boards_needed: int
    per_round: int
    winners: int
    sit_outs: int
    minutes: int
    plan: Plan
    grid: list[list[GridCell]]
    chosen: bool
    recommended: bool = False
    problem: str | None = None
    quality: float | None = None
    more: bool = False
    swiss: bool = False
    waits: bool = False
    rounds_field: BoundField | None = None
    """The field for the number of rounds of a Swiss."""
    notes: tuple[str, ...] = ()
    own: bool = False
    placed: str = ""
    """The reason for the option's place in the list."""

    @property
    def asks(self) -> str:
        """The prefix for this option's own questions. Two kinds of Swiss share one form."""
        return "team-" if self.plan.name == SWISS_TEAMS else ""

    @property
    def most(self) -> int:
        """The largest number of rounds for a Swiss."""
        return swiss_rounds(swiss_field(self.plan), self.per_round)[1]

    @property
    def length(self) -> str:
        return length_words(self.minutes)

    @property
    def tables(self) -> range:
        return range(1, self.plan.tables + 1)


def swiss_rounds(field: int, per_round: int) -> tuple[int, int]:
    """Return (usual, most) rounds for a Swiss: as many as fill an evening, and as many as let everybody meet."""
    most = field if field % 2 else field - 1
    return max(1, min(most, USUAL_BOARDS // per_round)), most


def swiss_field(plan: Plan) -> int:
    """Return how many contestants are drawn: the number of teams or, if there are no teams, of players."""
    return plan.tables if plan.name == SWISS_TEAMS else len(plan.present)


def too_few(needed: int, boards: list[int]) -> str | None:
    """Return the fault if the board set already has boards but not enough of them; else None."""
    return f"Needs {needed} boards, the set has {len(boards)}." if boards and len(boards) < needed else None
