"""Find out which requests read something of a night's boards, from their database statements."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.core.cache import cache as kept
from django.db import connection

from tests.attack.moments import Moment
from tests.attack.walk import FIRST, answer_to, asks_of, is_shut, nothing_logged, would_ask
from tests.attack.what_is_read import METHODS
from tests.clubsite.every_address import every_address

OF_NO_BOARD = (
    "accounts_ auth_ axes_ core_ django_ clubs_club clubs_person clubs_membership clubs_setuplink "
    "clubs_clublink clubs_memberimport clubs_apitoken clubs_consent coming_ daily_ leaderboard_ looks_ mailing_ "
    "members_ monitoring_ outbox_ ratings_ season_ "
    "nights_session nights_section nights_table nights_boardset nights_sliplink nights_contestant "
    "nights_contestantperson nights_playedas nights_movement nights_team nights_clubmovement "
    "nights_repairperson nights_round nights_seating nights_tableboard nights_tableboardseat "
    "play_playseat play_seatticket play_seatconnection rankings_sessionscoring rankings_penalty "
    "rankings_publishedsession scores_scoringrequest analysis_robotsasked "
    "events_evententrant events_eventperson events_eventscoring events_heatinvitation events_heataccess events_hubheat "
    "home_homeseat home_challenge home_tableword home_playerblock "
    "home_playerreport keeper_clubfile nights_commitmentline"
).split()
"""Tables, or with `_` at the end all of an app's, that hold nothing of a board. Every other table counts."""
ONLY_COLUMNS = {"nights_board": "north east south west"}
"""Tables that most pages read. Only these columns of them count."""
TABLE = re.compile(r'(?:FROM|JOIN) "(\w+)"')


@cache
def reads_a_board(sql: str) -> bool:
    """True if a statement reads a column that can show something of a board."""
    return any(_counts(table, sql) for table in set(TABLE.findall(sql)))


def _counts(table: str, sql: str) -> bool:
    if columns := ONLY_COLUMNS.get(table):
        return any(f'."{column}"' in sql for column in columns.split())
    return not any(table.startswith(one) if one.endswith("_") else table == one for one in OF_NO_BOARD)


class Rows:
    """A cursor that notes whether a row with something in it was fetched."""

    def __init__(self, cursor: Any, note: Callable[[], object]):
        self._cursor, self._note = cursor, note

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def __iter__(self) -> Iterator[Any]:
        yield from self._noted(list(self._cursor))

    def fetchone(self) -> Any:
        return self._noted([self._cursor.fetchone()])[0]

    def fetchmany(self, *size: int) -> list[Any]:
        return self._noted(self._cursor.fetchmany(*size))

    def fetchall(self) -> list[Any]:
        return self._noted(self._cursor.fetchall())

    def _noted(self, rows: list[Any]) -> list[Any]:
        if any(value not in (None, 0) for row in rows for value in row or ()):
            self._note()
        return rows


@contextmanager
def noting(note: Callable[[], object]) -> Iterator[None]:
    """Call `note` whenever a statement that reads a board has a row. One without rows has nothing to show."""

    def noted(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        cursor, result = context["cursor"], execute(sql, params, many, context)
        if isinstance(cursor.cursor, Rows):
            cursor.cursor = cursor.cursor._cursor
        if reads_a_board(sql):
            cursor.cursor = Rows(cursor.cursor, note)
        return result

    with connection.execute_wrapper(noted):
        yield


@nothing_logged()
def read_at(moment: Moment) -> set[tuple[str, str]]:
    """Return (address, method) of each address that reads something of a board for at least one reader. Everybody asks,
    until one answer has read something. No answer may come from the cache. Requests that the walk leaves out at this
    moment, whatever they read, are left out here too.
    """
    names = [*FIRST, *(name for name in moment.readers if name not in FIRST)]
    shut = set[tuple[str, str]]()  # (reader, path), and (address, method) that a page does not take
    return {
        (address, method)
        for method in METHODS
        for address in every_address(admin=True)
        if any(_reads(moment, name, address, method, shut) for name in names)
    }


def _reads(moment: Moment, name: str, address: str, method: str, shut: set[tuple[str, str]]) -> bool:
    reader, seen = moment.readers[name], list[bool]()
    if not would_ask(moment, reader, address, method, long=False):
        return False
    for ask in asks_of(moment, name, address, method):
        if (name, ask.path) in shut or (address, method) in shut:
            continue
        kept.clear()
        with noting(lambda: seen.append(True)):
            answer = answer_to(reader, ask)
        if is_shut(answer):
            shut.add((name, ask.path))
        if answer.status_code == 405:
            shut.add((address, method))
        if seen:
            return True
    return False
