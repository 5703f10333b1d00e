"""Reading a movement from text in any format."""

from dataclasses import dataclass, replace
from typing import Any

from movements import fields
from movements.empty_seats import without_empty_seats
from movements.files.lines import PlanFileLine, lines_of
from movements.files.round_lines import read_rounds
from movements.files.rows import read_rows
from movements.files.tabbed import is_tabbed, read_tabbed
from movements.notes import declaring
from movements.plan import Plan

DEFAULT_NAME = "Our movement"
PER_ROUND = "boards_per_round"


@dataclass(frozen=True, slots=True)
class ReadPlan:
    """A plan without empty seats that declares all its irregularities.

    `per_round` is the number of boards per round, or None if the file does not state the number.
    """

    plan: Plan
    per_round: int | None = None

    def called(self, name: str, *, per_round: int | None, winners: int) -> "ReadPlan":
        """Return the plan with this name, boards per round and winners. Raise MovementError for a bad name."""
        named = fields.text(name.strip() or DEFAULT_NAME, "its name")
        return ReadPlan(declaring(replace(self.plan, name=named, winners=winners)), per_round)

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON values, with the boards per round if known, in the form that `read_plan` reads."""
        more = {} if self.per_round is None else {PER_ROUND: self.per_round}
        return {**self.plan.to_json(), **more}


def read_plan(text: str, name: str = "") -> ReadPlan:
    """Read a plan. `name` is used if the file contains no name.

    Raise MovementError, naming the line at fault and what to write there.
    """
    if text.lstrip()[:1] in ("{", "[", '"', ""):
        data = fields.parsed(text)
        per_round = data.get(PER_ROUND) if isinstance(data, dict) else None
        plan = _finished(Plan.from_json(fields.mapping(data, "a movement")))
        return ReadPlan(plan, None if per_round is None else fields.whole(per_round, repr(PER_ROUND)) or None)
    lines = lines_of(text)
    per_round = None
    if not lines:
        raise fields.refused("the file has no lines")
    if is_tabbed(lines[0]):
        plan, own = read_tabbed(lines)
        name = own or name
    elif _is_header(lines[0]):
        plan = read_rounds(lines)
    else:
        plan, per_round = read_rows(lines)
    named = replace(plan, name=fields.text(name.strip()[: fields.MAX_TEXT_LENGTH] or DEFAULT_NAME, "its name"))
    return ReadPlan(_finished(named), per_round)


def _is_header(line: PlanFileLine) -> bool:
    """True if the line is a header of round lines: only numbers, the first being the number of contestants (not 1)."""
    words = [word for word in line.words if word != "g"]
    return len(words) > 1 and all(word.isdecimal() for word in words) and words[0] != "1"


def _finished(plan: Plan) -> Plan:
    return declaring(without_empty_seats(plan))
