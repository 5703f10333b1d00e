"""A club's own movements: from a file, from the editor, or kept from previous sessions."""

from dataclasses import dataclass, replace

from django.forms import BoundField

from clubsite.catalogue.movement_page import GridCell, boards_text, grid_of, length_words
from clubsite.nights.models import Section
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.contestants import names_by_number
from clubsite.nights.selectors.movements import kept_fitting, plan_kept
from clubsite.play.robot_names import STRENGTHS
from games.wording import contestant_sides, counted
from movements.aims import Aim
from movements.check_words import fault_text, notes_told
from movements.errors import MovementError
from movements.faults import faults
from movements.files import ReadPlan, read_plan
from movements.notes import notes
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


OWN, KEPT = "own", "kept"
OWN_MOVEMENT_NOTE = "The club's own movement. It was checked: everybody has one seat a round, nobody replays a board."


def words_of(section: Section, per_round: int, boards: list[int]) -> MovementTerms:
    """Return the terms for a section's sides and for board sets, which are named by the numbers of their boards."""

    def called(boardset: int) -> str:
        text = boards_text(boardset, per_round, boards)
        return f"board{'' if text.isdecimal() else 's'} {text}"

    return MovementTerms("number {}".format, called, sides=contestant_sides(section.pairs))


def own_choice(
    section: Section, read: ReadPlan, boards: list[int], names: dict[int, str], *, shown: bool = True
) -> MovementChoice:
    """Return a plan that is not one of the library's options, as shown before it is accepted."""
    plan, per_round = read.plan, read.per_round or section.boards_per_round
    length = f"{counted(plan.rounds, 'round')} of {counted(per_round, 'board')}"
    words = words_of(section, per_round, boards)
    return MovementChoice(
        key=OWN,
        name=plan.name,
        title=f"{plan.name}, {counted(plan.tables, 'table')}, {length}",
        why=OWN_MOVEMENT_NOTE,
        rounds=plan.rounds,
        boards_needed=plan.board_sets * per_round,
        per_round=per_round,
        winners=plan.winners,
        sit_outs=sum(len({row.ns, row.ew} - plan.missing(row.round)) == 1 for row in plan.sit_outs()),
        minutes=plan.rounds * per_round * section.minutes_per_board,
        plan=plan,
        grid=grid_of(plan, per_round, boards, names) if shown else [],
        chosen=False,
        notes=tuple(notes_told(notes(plan), words, live=section.live)) if shown else (),
        own=True,
    )


def own_plan(section: Section, text: str, *, alone: bool) -> tuple[MovementChoice | None, list[str]]:
    """Return a club's own plan read from `text`, and its faults. If `alone`, the boards per round may change."""
    try:
        read = read_plan(text)
    except MovementError as no:
        return None, [str(no)]
    found = [fault_text(fault) for fault in faults(read.plan)]
    if not found and len(read.plan.present) != section.field:
        found = [wrong_size(section, read.plan)]
    if found:
        return None, found
    boards = [board.number for board in boards_of(section)]
    return own_choice(section, _paced(read, alone=alone), boards, names_by_number(section)), []


def wrong_size(section: Section, plan: Plan) -> str:
    what = "pairs" if section.pairs else "players"
    return f"This plan seats {len(plan.present)} {what}, there are {section.field}."


def _paced(read: ReadPlan, *, alone: bool) -> ReadPlan:
    fits = read.per_round is not None and 1 <= read.per_round <= 12
    return read if alone and fits else ReadPlan(read.plan)


def kept_choices(
    section: Section,
    wish: MovementWish,
    boards: list[int],
    names: dict[int, str],
    accepted: Plan | None,
    *,
    alone: bool,
) -> list[MovementChoice]:
    found = []
    for kept in kept_fitting(section.session.club, section.field):
        key = f"{KEPT}.{kept.pk}"
        read = _paced(plan_kept(kept), alone=alone)
        chosen = read.plan == accepted
        shown = chosen or wish.look == key
        choice = own_choice(section, read, boards, names, shown=shown)
        problem = too_few(choice.boards_needed, boards)
        found.append(replace(choice, key=key, chosen=chosen, problem=problem))
    return found


def robots_for(section: Section) -> list[tuple[str, str, bool]]:
    """Return the robots that can take the empty seat, as (value, words, chosen); [] for an even field or with cards."""
    session = section.session
    if section.expected % 2 == 0 or section.any_cards:
        return []
    answers = [("", "No, a sit-out"), *((value, words.capitalize()) for value, words in STRENGTHS.items())]
    return [(value, words, value == session.robot) for value, words in answers]
