"""A club's own movements: from a file, from the editor, or kept from previous sessions."""

from dataclasses import replace

from clubsite.catalogue.grid import boards_text, grid_of
from clubsite.director.setup.movement_option import MovementChoice, MovementWish, too_few
from clubsite.nights.models import Section
from clubsite.nights.selectors.boards import boards_of
from clubsite.nights.selectors.contestants import names_by_number
from clubsite.nights.selectors.movements import kept_fitting, plan_kept
from games.wording import contestant_sides, counted
from movements.check_words import fault_text, notes_told
from movements.errors import MovementError
from movements.faults import faults
from movements.files import ReadPlan, read_plan
from movements.notes import notes
from movements.plan import Plan
from movements.terms import MovementTerms

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
    """Return a club's own plan read from `text`, and sentences about its faults. If `alone`, the number of boards per
    round may change.
    """
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
    """Return the message about a plan made for a different number of contestants."""
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
    """Return the movements kept by the club for this number of contestants."""
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
