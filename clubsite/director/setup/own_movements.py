"""An option of the movement step, the wishes about the list of options, and sentences about a club's own plan."""

from dataclasses import dataclass, field

from django.forms import BoundField

from clubsite.nights.models import Section
from clubsite.play.robot_names import STRENGTHS
from games.wording import contestant_sides
from movements.aims import Aim
from movements.grid import GridCell, boards_text, length_words
from movements.plan import Plan
from movements.terms import MovementTerms

USUAL_BOARDS = 26
SWISS_TEAMS = "swiss-teams"


@dataclass(frozen=True, slots=True)
class MovementWish:
    """The wishes: options that end within `minutes`, `more` options, one to `look` at, and the `aim` of the list."""

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


@dataclass(slots=True)
class MovementChoice:
    """An option in the movement step. `drawn` is the number of rounds of a Swiss, or 0; its plan has only the first
    round.

    The form sends `key` back, which matches no option after a change of players, robot or boards per round. `grid` is
    empty until it is requested, and `placed` is the reason for the option's place in the list.
    """

    section: Section
    plan: Plan
    per_round: int
    key: str
    name: str
    title: str
    why: str
    chosen: bool = False
    more: bool = False
    recommended: bool = False
    own: bool = False
    problem: str | None = None
    quality: float | None = None
    placed: str = ""
    notes: list[str] = field(default_factory=list)
    grid: list[list[GridCell]] = field(default_factory=list)
    drawn: int = 0
    waits: bool = False
    rounds_field: BoundField | None = None
    """The field for the number of rounds of a Swiss."""

    @property
    def swiss(self) -> bool:
        return self.drawn > 0

    @property
    def rounds(self) -> int:
        return self.drawn or self.plan.rounds

    @property
    def boards_needed(self) -> int:
        return (self.drawn or self.plan.board_sets) * self.per_round

    @property
    def winners(self) -> int:
        return 1 if self.drawn else self.plan.winners

    @property
    def sit_outs(self) -> int:
        if self.drawn:
            return self.drawn if self.section.field % 2 else 0
        return sum(len({row.ns, row.ew} - self.plan.missing(row.round)) == 1 for row in self.plan.sit_outs())

    @property
    def asks(self) -> str:
        """The prefix for this option's own questions. Two kinds of Swiss share one form."""
        return "team-" if self.plan.name == SWISS_TEAMS else ""

    @property
    def most(self) -> int:
        return swiss_rounds(swiss_field(self.plan), self.per_round)[1]

    @property
    def minutes(self) -> int:
        return self.rounds * self.per_round * self.section.minutes_per_board

    @property
    def length(self) -> str:
        return length_words(self.minutes)


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


OWN, KEPT = "own", "kept"
OWN_MOVEMENT_NOTE = "The club's own movement. It was checked: everybody has one seat a round, nobody replays a board."


def words_of(section: Section, per_round: int, boards: list[int]) -> MovementTerms:
    """Return the terms for a section's sides and for board sets, which are named by the numbers of their boards."""

    def called(boardset: int) -> str:
        text = boards_text(boardset, per_round, boards)
        return f"board{'' if text.isdecimal() else 's'} {text}"

    return MovementTerms("number {}".format, called, sides=contestant_sides(section.pairs))


def wrong_size(section: Section, plan: Plan) -> str:
    what = "pairs" if section.pairs else "players"
    return f"This plan seats {len(plan.present)} {what}, there are {section.field}."


def robots_for(section: Section) -> list[tuple[str, str, bool]]:
    """Return the robots that can take the empty seat, as (value, words, chosen); [] for an even field or with cards."""
    session = section.session
    if section.expected % 2 == 0 or section.any_cards:
        return []
    answers = [("", "No, a sit-out"), *((value, words.capitalize()) for value, words in STRENGTHS.items())]
    return [(value, words, value == session.robot) for value, words in answers]
