"""A terminal's actions. Each is performed only once, however often it is sent, and is stored as it was sent."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction

from clubsite.nights.models import TableBoard
from clubsite.play.models import SeatTicket
from clubsite.scores.models import ActCode, TypedAct


class NotYet(Exception):
    """Raised if the round of an action is not open yet. Nothing is stored; the terminal sends the action again."""


@dataclass(slots=True)
class ActAnswer:
    """The outcome of an action. If the action was refused, `problems` maps each field to a sentence. `row` is the row
    that the action concerned.
    """

    code: ActCode
    words: str = ""
    problems: dict[str, str] = field(default_factory=dict)
    row: TableBoard | None = None


def act_once(
    *, ticket: SeatTicket, client_id: str, kind: str, said: dict[str, Any], do: Callable[[], ActAnswer]
) -> TypedAct:
    """Perform an action, unless this ticket has already sent it. Return the action as stored, with its answer.

    `said` is the data that were sent; empty values are not stored. Raise NotYet if the action's round is not open.
    """
    said = {name: value for name, value in said.items() if value not in ("", None)}
    with transaction.atomic():
        try:
            with transaction.atomic():  # a second one waits here until the first is done
                act = TypedAct.objects.create(ticket=ticket, client_id=client_id, kind=kind, said=said)
        except IntegrityError:
            return TypedAct.objects.get(ticket=ticket, client_id=client_id)
        answer = do()
        act.code, act.words, act.problems = answer.code, answer.words[:400], answer.problems
        act.table_board = answer.row
        act.save(update_fields=["code", "words", "problems", "table_board"])
    return act


def act_code(*, ticket: SeatTicket, client_id: str) -> str:
    """Return the outcome of an action that has already been sent, or "" if it has never been sent."""
    return TypedAct.objects.filter(ticket=ticket, client_id=client_id).values_list("code", flat=True).first() or ""
