"""Keys of rows that are part of a text or of JSON, and their replacements on another site."""

import re
from collections.abc import Callable
from typing import Any

from clubsite.core.refused import Refused

NewKey = Callable[[str, Any], Any]
"""A function from a model's label and a row's key elsewhere to its key here."""
LONGEST_TEXT = 200
POWER = re.compile(r"\s*[-+]?[\d._]+[eE][-+]?[\d_]+\s*")
PERSON = re.compile(r"person (\d+)")


def _payload(value: Any, new: NewKey) -> Any:
    """Return the payload of a publication. A withdrawal has none."""
    _check_texts(value)
    return {**value, "sections": [_section(section, new) for section in value["sections"]]} if value else value


def _section(section: dict[str, Any], new: NewKey) -> dict[str, Any]:
    rankings = [{**one, "rows": [_row(row, "contestant", new) for row in one["rows"]]} for one in section["rankings"]]
    found = {**section, "id": new("nights.section", section["id"]), "rankings": rankings}
    found["boards"] = [
        {**one, "id": new("nights.board", one["id"]), "lines": [_line(line, new) for line in one["lines"]]}
        for one in section["boards"]
    ]
    if teams := section.get("teams"):
        found["teams"] = {**teams, "rows": [_team(row, new) for row in teams["rows"]]}
    return found


def _row(row: dict[str, Any], name: str, new: NewKey) -> dict[str, Any]:
    return {**row, name: new("nights.contestant", row[name])}


def _check_texts(value: Any) -> None:
    """Raise ValueError for a text that would take long to compute with, such as 1e1000000."""
    if isinstance(value, str) and (len(value) > LONGEST_TEXT or POWER.fullmatch(value)):
        raise ValueError("a text is too long or a power of ten")
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _check_texts(part)


def _team(row: dict[str, Any], new: NewKey) -> dict[str, Any]:
    return {**row, "entries": [new("nights.contestant", pk) for pk in row["entries"]]}


def _line(line: dict[str, Any], new: NewKey) -> dict[str, Any]:
    seats = {side: new("nights.contestant", line[side]) for side in ("ns", "ew")}
    return {**line, **seats, "table_board": new("nights.tableboard", line["table_board"])}


def _calls(value: Any, new: NewKey) -> Any:
    return [{**call, "by": new("play.playseat", call["by"])} for call in value]


def _subject(value: Any, new: NewKey) -> Any:
    """Return the subject of an audit line, which names a forgotten person by key."""
    found = PERSON.fullmatch(value)
    try:
        return f"person {new('clubs.person', int(found[1]))}" if found else value
    except Refused:
        return value  # a person who was called so


COLUMNS = {
    ("rankings.publication", "payload"): _payload,
    ("play.room", "calls"): _calls,
    ("clubs.auditentry", "subject"): _subject,
}


def with_new_keys(label: str, name: str, value: Any, new: NewKey) -> Any:
    """Return a column's value with this site's keys. Raise the errors that a wrong structure causes."""
    change = COLUMNS.get((label, name))
    return change(value, new) if change else value
