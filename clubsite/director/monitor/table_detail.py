"""One table as shown to the director: its seats and devices, the round's boards with scores, and two tools."""

from typing import Any

from django.http import Http404

from clubsite.accounts.models import User
from clubsite.core.refused import Refused
from clubsite.director.monitor.actions import act_to_take_back
from clubsite.director.monitor.progress import table_now_of
from clubsite.nights.models import Session, TableBoard, TableBoardState
from clubsite.nights.selectors.calls import calls_told
from clubsite.nights.selectors.tables import seating_at, table_for
from clubsite.nights.services import table_control
from clubsite.play.calls import calls_answered
from clubsite.play.models import PlayStatus, SeatTicket
from clubsite.scores.selectors.freed_seats import freed_by_player, last_ticket
from clubsite.scores.selectors.hidden_cards import boards_hidden_from, latest_seen_by
from clubsite.scores.selectors.leads import rows_with_closed_leads
from clubsite.scores.selectors.order_checks import not_in_order
from clubsite.scores.selectors.pending_scores import scores_waiting
from clubsite.scores.services.pending_scores import (
    pending_score_accept,
    pending_score_set_aside,
    pending_scores_accept_agreed,
)


def tabletop_of(session: Session, label: str, user: User) -> dict[str, Any]:
    """Return all that this director may see about a table, except cards. Raise Http404 if there is no such table.

    `now` and `earlier` are its boards, newest round first; one that is `covered` has a score, and the reader has still
    to play it (SOLO-31). `answered` calls can be put back. `kept` are the sides without a device that a director who
    plays has freed, and `agreed` the scores that both sides agreed to.
    """
    table = table_for(session, label)
    rows = TableBoard.objects.filter(table=table).exclude(state=TableBoardState.VOID)
    found = list(rows.select_related("board", "round", "play").order_by("-round__number", "board__number"))
    latest, covered = latest_seen_by(user, session, found)
    waiting = {one.row.pk: one for one in scores_waiting(session, user, table=table)}
    checks = not_in_order(found)
    closed = {row.pk for row, _ in rows_with_closed_leads(session)}
    lines: list[dict[str, Any]] = [
        {
            "row": row,
            "entry": latest.get(row.pk),
            "waiting": waiting.get(row.pk),
            "covered": row.pk in covered,
            "checks": checks.get(row.pk, []),
            "leads_closed": row.pk in closed,
        }
        for row in found
    ]
    at = table.section.round_number
    return {
        "table_now": table_now_of(session, user, table.label),
        "now": [line for line in lines if line["row"].round.number == at],
        "earlier": [line for line in lines if line["row"].round.number != at],
        "answered": calls_told((call, table.section.pairs) for call in calls_answered(table.room)),
        "kept": [player for player in "SN" if kept_ticket(session, label, player)],
        "last_act": _last_act(user, session, found),
        "agreed": [one for one in waiting.values() if one.uncontested],
    }


def _last_act(user: User, session: Session, rows: list[TableBoard]) -> dict[str, str] | None:
    """Return the last act of the live board on the table, or None."""
    row = next((row for row in rows if row.play is not None and row.play.status == PlayStatus.LIVE), None)
    if row is None or row.play is None:
        return None
    return act_to_take_back(row.play, covered=row.board_id in boards_hidden_from(user, session))


def waiting_decide(*, session: Session, label: str, act: str, key: str, user: User) -> str:
    """Count a typed score that was not agreed (`count`), or set it aside (`aside`). Return a message about what was
    done.

    Raise Http404 if there is no such table or action, or Refused if the score is no longer waiting.
    """
    table = table_for(session, label)
    action = {"count": pending_score_accept, "aside": pending_score_set_aside}.get(act)
    if action is None:
        raise Http404("No such act")
    found = next((one for one in scores_waiting(session, user, table=table) if one.key == key), None)
    if found is None:
        raise Refused({"key": "That score is no longer waiting: the table has typed another one, or has agreed to it."})
    action(table_board=found.row, key=key, user=user)
    done = "counts" if act == "count" else "is set aside, and stays in the history"
    return f"The score of board {found.row.board.number} {done}."


def agreed_accept(*, session: Session, label: str, keys: list[str], user: User) -> str:
    """Count the scores with these `keys`, which both sides agreed to. Return a message about what was done.

    Raise Http404 if there is no such table, or Refused if none of these scores is still waiting.
    """
    table = table_for(session, label)
    counted = pending_scores_accept_agreed(table=table, keys=keys, user=user)
    if not counted:
        raise Refused({"key": "Those scores are no longer waiting. See what the table has typed since."})
    done = "1 score counts" if counted == 1 else f"{counted} scores count"
    left = len(keys) - counted
    if not left:
        return f"{done} now at table {table.label}."
    changed = "1 changed" if left == 1 else f"{left} changed"
    return f"{done} now at table {table.label}. {changed} meanwhile: look at what the table has typed since."


def kept_ticket(session: Session, label: str, player: str) -> SeatTicket | None:
    """Return a side's ended ticket if the director who freed the side still has boards to play: another can free it."""
    seating = seating_at(table_for(session, label))
    contestant = (seating.ns if player == "S" else seating.ew) if seating else None
    ticket = last_ticket(contestant.pk) if contestant is not None else None
    return ticket if freed_by_player(ticket, session) is not None else None


def seat_free(*, session: Session, label: str, player: str, user: User) -> str | None:
    """Free a side of the table. Return whose seat it was, or None if there was nothing to free."""
    table_now = table_now_of(session, user, table_for(session, label).label)
    seat_now = next((c for c in table_now.seats if c.player == player), None) if table_now else None
    ticket = (seat_now.ticket or kept_ticket(session, label, player)) if seat_now else None
    if seat_now is None or ticket is None:
        return None
    table_control.seat_free(
        session=session, label=label, side=seat_now.side, name=seat_now.name, ticket=ticket, user=user
    )
    return seat_now.name
