"""The data that a terminal stores, as JSON: all of this seat's rounds, and scores typed in the current round.

The data include no cards, nothing about other tables, and only this seat's scores from the current round. A
device that stays at its table must not tell the next players how others fared on boards that those players
still have to play (SOLO-30).
"""

from math import ceil
from typing import Any

from django.utils import timezone

from clubsite.nights.consents import ConsentPrompt
from clubsite.nights.models import (
    OPEN_BOARD_STATES,
    Board,
    Seating,
    Section,
    TableBoard,
    TableBoardState,
    WrongBoard,
)
from clubsite.nights.selectors.boards import boards_at
from clubsite.nights.selectors.cardboard import Shared, in_turn, shared_in, table_after
from clubsite.nights.selectors.contestants import names_of
from clubsite.nights.selectors.sessions import seatings_all
from clubsite.play.models import SeatTicket
from clubsite.play.table_state import NextKind, Stage
from clubsite.scores.models import PendingScore, ScoreEntry, ScoreSource, ScoreStatus
from clubsite.scores.selectors.entries import answers_of
from clubsite.seats.seat_now import SeatNow, SessionTable
from games.players import PLAYERS
from games.wording import contestant_sides
from scoring.result import RESULT_COLUMNS

Facts = dict[str, Any]
SIDE_OF = {"S": "NS", "N": "EW"}
STAGES_AWAY = (Stage.FINISHED, Stage.PAUSED, Stage.SIT_OUT)
BOARD_FACTS = ("number", "dealer", "vulnerability", "hands_open", "typings")
SCORE_COLUMNS = tuple(name for name in RESULT_COLUMNS if name not in ("ruling", "group"))
PAYLOAD_WITHOUT_SEAT: Facts = {
    "rev": 0,
    "state": Stage.NOT_STARTED.value,
    "round": 0,
    "asked_again": [],
    "plan": [],
}


def payload_of(now: SeatNow | None) -> Facts:
    """Return the payload that `docs/protocol.md` describes under "The terminal"."""
    if now is None:
        return PAYLOAD_WITHOUT_SEAT
    table, section, results, consent = now.table, now.table.section, now.results, now.consent
    number, facts = now.lets_in, _facts(section)
    checked = section.session.order_check and not section.pairs  # both dummies (SOLO-4)
    typed, disputed = _typed(table, checked), is_disputed(now)
    return {
        "rev": now.room.rev,
        "state": now.stage.value if now.stage in STAGES_AWAY else "playing",
        "pairs": section.pairs,
        "session": section.session.name,
        "side": SIDE_OF[now.player],
        "round": section.round_number,
        "rounds": table.rounds,
        "of_table": now.of_table,
        "on_screen": table.on_screens,
        "free_seats": _free_seats(table) if now.of_table and table.on_screens else [],
        "order_check": checked,
        "called": any(call.disputed or not disputed for call in now.calls),
        "next": _next_words(now),
        "other_device": now.opponent_here,
        "lets_in": f"{number[:3]} {number[3:]}".strip(),
        "consent": _consent(consent) if consent else None,
        "asked_again": _asked_again(table, typed),
        "results": results,
        "numbers": [fact["number"] for fact in facts],
        "plan": _plan(now, facts, typed),
    }


def _consent(request: ConsentPrompt) -> Facts:
    """Return the request for consent. `seconds` is how long the number remains valid, by the server's clock. When it
    expires, the page hides the number.
    """
    left = (request.until - timezone.now()).total_seconds()
    return {"act": request.act.words, "number": request.number, "seconds": max(0, ceil(left))}


def is_disputed(now: SeatNow) -> bool:
    """True if the two sides disagree about a score in the round in play."""
    return PendingScore.objects.filter(table_board__in=now.table.boards, disputed=True).exists()


def _free_seats(table: SessionTable) -> list[str]:
    """Return the players whose seats have no device. The table's own device asks which player will use it."""
    held = SeatTicket.objects.filter(seat__in=table.contestants, revoked_at__isnull=True)
    taken = set(held.values_list("seat", flat=True))
    here = [(player, table.contestant_at(player)) for player in PLAYERS]
    return [player for player, contestant in here if contestant and not contestant.robot and contestant.pk not in taken]


def _next_words(now: SeatNow) -> str:
    """Return a message saying where to go after the round, naming both players if the device stays at its table."""
    table, coming, sides = now.table, now.table.coming, contestant_sides(now.table.section.pairs)
    if now.of_table and coming:
        return " ".join(
            f"{table.names[pk]}: table {coming[pk].table.label}, {sides[coming[pk].ns_id != pk]}."
            if coming[pk].board_group
            else f"{table.names[pk]}: sit out."
            for pk in table.contestants
            if pk in coming
        )
    kind, seating = now.next_round.kind, now.coming
    if kind == NextKind.DRAW:
        return "The next round is drawn when every table has finished."
    if kind == NextKind.SIT_OUT:
        return "You sit out the next round."
    if seating is None:
        return ""
    side = sides[now.next_round.seat == "N"]
    how = " It is played on screens: this device shows the cards." if seating.table.live else ""
    return f"Next: table {seating.table.label}, sit {side}.{how}"


def _typed(table: SessionTable, checked: bool) -> dict[int, Facts]:
    """Map each board number to the score that the table has typed for the board in the current round."""
    reports = WrongBoard.objects.filter(table_board__in=table.boards, closed_at=None)
    instead = dict(reports.values_list("table_board", "board__number"))
    waiting = PendingScore.objects.filter(table_board__in=table.boards)
    pending = {score.table_board_id: score for score in waiting}
    checks = answers_of(table.boards) if checked else {}
    return {
        row.board.number: {
            "told": instead.get(row.pk, 0),
            "done": row.state not in OPEN_BOARD_STATES,
            "entry": _entry(table.scores[row.pk]) if row.pk in table.scores else None,
            "pending": _columns(pending[row.pk], "key", "side", "disputed", "asks") if row.pk in pending else None,
            "ordered": sorted({check.moment for check in checks.get(row.pk, [])}, reverse=True),
        }
        for row in table.boards
    }


def _entry(entry: ScoreEntry) -> Facts:
    """Return an entry's fields. `words` describes its ruling or its status.

    `director` is True if the score was neither typed at the table nor taken from a play.
    """
    words = entry.ruling or str(ScoreStatus(entry.status).label)
    director = entry.source not in (ScoreSource.TYPED, ScoreSource.LIVE)
    return {"id": entry.pk, "words": words, "director": director, **_columns(entry)}


def _columns(row: ScoreEntry | PendingScore, *more: str) -> Facts:
    return {name: getattr(row, name) for name in (*more, *SCORE_COLUMNS)}


def _asked_again(table: SessionTable, typed: dict[int, Facts]) -> list[int]:
    """Return the boards whose scores have to be typed again because a correction gave the scores to other players."""
    void = TableBoard.objects.filter(table=table.seating.table, round=table.seating.round)
    void = void.filter(state=TableBoardState.VOID, pending_score__isnull=False)
    lost = set(void.values_list("board__number", flat=True))
    return [n for n, each in typed.items() if n in lost and not (each["done"] or each["pending"])]


def _facts(section: Section) -> list[Facts]:
    """Return the facts about every board of the section, in order.

    `typings` is the number of times that the cards of a board dealt at the table have been typed. It is omitted if
    the cards cannot be typed.
    """
    if section.board_set_id is None:
        return []
    rows = Board.objects.filter(board_set=section.board_set_id).order_by("number").values(*BOARD_FACTS)
    return [
        {
            "number": row["number"],
            "dealer": row["dealer"],
            "vul": row["vulnerability"],
            **({"typings": row["typings"]} if row["hands_open"] and not section.pairs else {}),
        }
        for row in rows
    ]


def _plan(now: SeatNow, facts: list[Facts], typed: dict[int, Facts]) -> list[Facts]:
    """Return where this seat is in every known round, each place with its boards."""
    seatings, section = seatings_all(now.seat_id), now.table.section
    names = names_of([pk for each in seatings for pk in (each.ns_id, each.ew_id) if pk])
    shared, per = shared_in(section), section.boards_per_round
    plan = []
    for each in seatings:
        group = each.board_group if each.ns_id and each.ew_id else 0
        boards = facts[(group - 1) * per : group * per] if group else []
        current = each.pk == now.table.seating.pk
        here = [fact for fact in facts if fact["number"] in typed] if current else None
        plan.append(
            {
                "round": each.round.number,
                "table": {"id": each.table_id, "label": each.table.label},
                "live": each.table.live,
                "side": "NS" if now.seat_id in (each.ns_id, each.table_id) else "EW",
                "ns": {"id": each.ns_id, "name": names.get(each.ns_id or 0, "")},
                "ew": {"id": each.ew_id, "name": names.get(each.ew_id or 0, "")},
                "boards": [
                    fact | (typed[fact["number"]] if current else {}) for fact in _in_turn(each, boards, shared, here)
                ],
            }
        )
    return plan


def _in_turn(seating: Seating, facts: list[Facts], shared: Shared, here: list[Facts] | None) -> list[Facts]:
    """Return the boards in the order in which this table plays them.

    `here` has the boards that the table actually plays in the current round, or is None for another round. A board
    that the table plays instead of one of its own comes last. A board passed on by another table has `from`, which
    names that table and says whether that table no longer needs the board.
    """
    tables = shared.get((seating.round.number, seating.board_group), [])
    at = [table.pk for table in tables]
    if seating.table_id not in at:
        return facts if here is None else here
    giver = table_after(tables, seating.table_id)
    rows = boards_at(giver, seating.round.number) if here is not None else []
    needed = {row.board.number for row in rows if row.state in OPEN_BOARD_STATES}
    turn = [
        {**fact, "from": giver.label, "played_there": here is not None and fact["number"] not in needed}
        if passed
        else fact
        for fact, passed in in_turn(facts, at.index(seating.table_id), len(tables))
        if here is None or fact in here
    ]
    return turn + [fact for fact in here or [] if fact not in facts]
