"""What a terminal keeps of its session, as JSON: every round of this seat, and the scores typed in the current round.

It has no card, nothing of other tables, and only the current round's scores of this seat. A device that stays at its
table must not tell the next players how the last ones fared on boards that they have still to play (SOLO-30).
"""

from math import ceil
from typing import Any

from django.utils import timezone

from clubsite.duplicate.consents import ConsentPrompt
from clubsite.duplicate.models import Board, Seating, Section, Table
from clubsite.duplicate.selectors.contestants import names_of
from clubsite.duplicate.selectors.progress import rounds_all
from clubsite.duplicate.selectors.shared_boards import Shared, in_turn, table_after
from clubsite.scores.models import PendingScore, ScoreEntry, ScoreSource, ScoreStatus
from clubsite.seats.terminal.state import BoardKey, Terminal

BOARD_FACTS = ("number", "dealer", "vulnerability", "hands_open", "typings")
Turn = list[tuple[dict[str, Any], Table | None]]


def payload_of(terminal: Terminal) -> dict[str, Any]:
    """Return the payload that `docs/protocol.md` describes, "The terminal"."""
    section, seating = terminal.section, terminal.seating
    results, consent = terminal.results, terminal.consent
    found = {
        "mark": terminal.mark,
        "state": terminal.state,
        "pairs": terminal.pairs,
        "session": section.session.name if section else "",
        "side": terminal.side,
        "round": section.round_number if section else 0,
        "rounds": rounds_all(section) if section else 0,
        "of_table": terminal.of_table,
        "on_screen": terminal.on_screen,
        "free_seats": terminal.free_seats,
        "order_check": terminal.checks_order,
        "called": terminal.called,
        "next": terminal.next_words if seating else "",
        "other_device": terminal.other_device,
        "lets_in": terminal.lets_in,
        "consent": _consent(consent) if consent else None,
        "asked_again": terminal.asked_again,
        "results": {"state": results.state, "url": results.url} if results else None,
    }
    if section is None:
        return {**found, "numbers": [], "plan": []}
    boards = _groups(section)
    numbers = [board["number"] for board in boards]
    return {**found, "numbers": numbers, "plan": _plan(terminal, boards)}


def _consent(asked: ConsentPrompt) -> dict[str, Any]:
    """`seconds`: how long the number is good, by the server's clock; then the page looks again."""
    left = (asked.until - timezone.now()).total_seconds()
    return {"act": asked.act.words, "number": asked.number, "seconds": max(0, ceil(left))}


def _plan(terminal: Terminal, boards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The seatings of this seat, each with its boards."""
    seatings, shared = terminal.plan, terminal.shared
    names = names_of([pk for s in seatings for pk in (s.ns_id, s.ew_id) if pk])
    now = {key.number: key for key in terminal.boards}
    return [_seating(terminal, s, names, boards, now, shared) for s in seatings]


def _groups(section: Section) -> list[dict[str, Any]]:
    """The facts of every board of the section, in order."""
    if section.board_set_id is None:
        return []
    rows = Board.objects.filter(board_set=section.board_set_id).order_by("number").values(*BOARD_FACTS)
    return [_facts(row, section.pairs) for row in rows]


def _facts(row: dict[str, Any], pairs: bool) -> dict[str, Any]:
    """`typings`: how often the cards of a board dealt at the table were typed, while they can be typed."""
    typed = {"typings": row["typings"]} if row["hands_open"] and not pairs else {}
    return {"number": row["number"], "dealer": row["dealer"], "vul": row["vulnerability"], **typed}


def _seating(
    terminal: Terminal,
    seating: Seating,
    names: dict[int, str],
    boards: list[dict[str, Any]],
    now: dict[int, BoardKey],
    shared: Shared,
) -> dict[str, Any]:
    table, group, per = seating.table, seating.board_group, seating.table.section.boards_per_round
    facts = boards[(group - 1) * per : group * per] if group and seating.ns_id and seating.ew_id else []
    turn = _in_turn(seating, facts, shared)
    current = terminal.seating is not None and seating.pk == terminal.seating.pk
    if current:
        turn = _as_it_is(turn, [fact for fact in boards if fact["number"] in now])
    return {
        "round": seating.round.number,
        "table": {"id": table.pk, "label": table.label},
        "live": table.live,
        "side": _side(terminal, seating),
        "ns": {"id": seating.ns_id, "name": names.get(seating.ns_id or 0, "")},
        "ew": {"id": seating.ew_id, "name": names.get(seating.ew_id or 0, "")},
        "boards": [
            {
                **fact,
                **_passed_on(terminal, fact["number"], passed, current),
                **(_board(terminal, now[fact["number"]]) if current else {}),
            }
            for fact, passed in turn
        ],
    }


def _in_turn(seating: Seating, facts: list[dict[str, Any]], shared: Shared) -> Turn:
    """The boards in the order in which this table has them, with the table that passes one on to it."""
    tables = shared.get((seating.round.number, seating.board_group), [])
    at = [table.pk for table in tables]
    if seating.table_id not in at:
        return [(fact, None) for fact in facts]
    giver = table_after(tables, seating.table_id)
    turn = in_turn(facts, at.index(seating.table_id), len(tables))
    return [(fact, giver if passed else None) for fact, passed in turn]


def _as_it_is(turn: Turn, facts: list[dict[str, Any]]) -> Turn:
    """Keep the order of a shared set, without boards that are not played and with those played instead at the end."""
    planned = [fact for fact, _ in turn]
    if not any(giver for _, giver in turn):
        return [(fact, None) for fact in facts]
    return [one for one in turn if one[0] in facts] + [(fact, None) for fact in facts if fact not in planned]


def _passed_on(terminal: Terminal, number: int, giver: Table | None, current: bool) -> dict[str, Any]:
    """From which table the board comes, and whether it has been played there."""
    if giver is None:
        return {}
    return {"from": giver.label, "played_there": current and number in terminal.played_before}


def _side(terminal: Terminal, seating: Seating) -> str:
    return "NS" if terminal.ticket.seat_id in (seating.ns_id, seating.table_id) else "EW"


def _board(terminal: Terminal, key: BoardKey) -> dict[str, Any]:
    return {
        "told": terminal.told.get(key.row.pk, 0),
        "done": key.done,
        "entry": _entry(key.entry) if key.entry else None,
        "pending": _pending(key.pending) if key.pending else None,
        "ordered": key.moments,
    }


def _columns(row: ScoreEntry | PendingScore) -> dict[str, Any]:
    return {
        "status": row.status,
        "contract": row.contract,
        "declarer": row.declarer,
        "lead": row.lead,
        "tricks": row.tricks,
        "ns_score": row.ns_score,
    }


def _entry(entry: ScoreEntry) -> dict[str, Any]:
    """`words`: what it is where nothing was played. `director`: the table has not typed it."""
    words = entry.ruling or str(ScoreStatus(entry.status).label)
    director = entry.source not in (ScoreSource.TYPED, ScoreSource.LIVE)
    return {"id": entry.pk, "words": words, "director": director, **_columns(entry)}


def _pending(pending: PendingScore) -> dict[str, Any]:
    return {
        "key": pending.key,
        "side": pending.side,
        "disputed": pending.disputed,
        "asks": pending.asks,
        **_columns(pending),
    }
