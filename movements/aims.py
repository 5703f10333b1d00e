"""The aims by which a director can order the list of movements, and the reasons for a movement's place in it."""

from enum import StrEnum
from fractions import Fraction

from games.wording import counted
from movements.penalties import Argument
from movements.plan import SIT_OUT, Plan

MOST_ARGUMENTS = 2  # a director reads no more about one movement
LEAST_WEIGHT = 1.0  # an argument of less than one board is not worth a sentence


class Aim(StrEnum):
    """The director's first wish: a usual evening, one ranking as even as possible, or many different opponents."""

    USUAL = "usual"
    EVEN = "even"
    MEET = "meet"


AIM_NAMES = {
    Aim.USUAL: "A usual evening",
    Aim.EVEN: "An even ranking",
    Aim.MEET: "Many different opponents",
}
_ORDERS = {
    Aim.USUAL: "First comes what suits a usual evening: its length, how evenly everybody competes, and how easy it is "
    "to run. Each movement says what puts it lower.",
    Aim.EVEN: "First comes the movement in which everybody competes most evenly with everybody, in one ranking. "
    "Movements with two rankings come after those with one.",
    Aim.MEET: "First come the movements in which each contestant meets the most others.",
}


def order_text(aim: Aim) -> str:
    """Return the sentences that say how a list for this aim is ordered."""
    return f"{_ORDERS[aim]} Movements that take too many boards or too long come last."


def aim_rank(aim: Aim, plan: Plan, quality: Fraction) -> tuple[Fraction | int, ...]:
    """Return the rank of a plan for an aim, lowest first. All plans have the same rank for a usual evening."""
    if aim is Aim.EVEN:
        return int(plan.winners != 1), -quality
    return (-opponents(plan),) if aim is Aim.MEET else ()


def opponents(plan: Plan) -> Fraction:
    """Return the average number of different opponents that a contestant meets."""
    met = {frozenset((p.ns, p.ew)) for p in plan.schedule if p.boardset != SIT_OUT}
    return Fraction(2 * len(met), len(plan.present))


def place_text(aim: Aim, plan: Plan, quality: Fraction, arguments: list[Argument]) -> str:
    """Return a sentence with the reason for a movement's place in the list, or "" if nothing speaks against it."""
    if aim is Aim.MEET:
        met, others = float(opponents(plan)), len(plan.present) - 1
        figure = f"{met:.0f}" if met == round(met) else f"{met:.1f}"
        average = "" if met == round(met) else ", on average"
        return f"Each contestant meets {figure} of the {counted(others, 'other')}{average}."
    if aim is Aim.EVEN:
        return _even_text(plan, quality)
    heavy = sorted((a for a in arguments if a.weight >= LEAST_WEIGHT), key=lambda a: -a.weight)
    return f"Lower because {' and '.join(a.words for a in heavy[:MOST_ARGUMENTS])}." if heavy else ""


def _even_text(plan: Plan, quality: Fraction) -> str:
    if plan.winners != 1:
        return "Lower because it has two rankings instead of one."
    if quality == 100:
        return "Everybody competes equally with everybody."
    return f"Competition is uneven ({float(quality):.0f} of 100)."
