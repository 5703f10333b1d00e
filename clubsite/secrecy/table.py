"""The rule as tables for `docs/hidden-cards.md`, one for each moment: who sees what."""

from dataclasses import dataclass, replace
from typing import Any

from clubsite.secrecy.facts import BoardFacts, Owes, SessionPhase, What
from clubsite.secrecy.rule import may_see


@dataclass(frozen=True, slots=True)
class TableReader:
    """A kind of reader, as a row of the tables. `plays`: plays in the session. `at_seat`: asks from their own seat."""

    words: str
    facts: dict[str, Any]
    plays: bool = False
    at_seat: bool = False


@dataclass(frozen=True, slots=True)
class TableMoment:
    """A moment in a board's life, as a heading. `owes` applies to readers who play, `agreed` to readers at a seat."""

    words: str
    facts: dict[str, Any]
    owes: Owes = Owes.NOTHING
    agreed: bool = False


MEMBER = {"member": True, "reads_results": True}
PLAYER = {**MEMBER, "sat": True}
READERS = [
    TableReader("a stranger", {"reads_results": True}),
    TableReader("a stranger, at a club that shows results to its members only", {}),
    TableReader(
        "anybody at a table that may be watched, which has played it", {"reads_results": True, "watched": True}
    ),
    TableReader("a member", MEMBER),
    TableReader("a player, travellers after each board", {**PLAYER, "after_board": True}, plays=True, at_seat=True),
    TableReader("a player, travellers at the end", PLAYER, plays=True, at_seat=True),
    TableReader("a player with a link to lost slips", {**PLAYER, "has_link": True}, plays=True),
    TableReader("a member with a link to lost slips", {**MEMBER, "has_link": True}),
    TableReader("a director", {**MEMBER, "directs": True}),
    TableReader("a director who plays", {**PLAYER, "directs": True}, plays=True),
    TableReader("the keeper of the site", {"reads_results": True, "keeps_site": True}),
    TableReader("the keeper of the site, who plays", {**PLAYER, "keeps_site": True}, plays=True),
]

NOBODY_OWES = {"owed_here": False, "coming": False, "owed_elsewhere": False, "sealed": False}
RUNNING = {"phase": SessionPhase.RUNNING, "owed_elsewhere": False}
ENDED = {"phase": SessionPhase.ENDED, **NOBODY_OWES}
PUBLISHED = {**ENDED, "published": True}
ELSEWHERE = {**PUBLISHED, "owed_elsewhere": True}
HELD = {**ENDED, "owed_elsewhere": True}
MOMENTS = [
    TableMoment("Before the session", {"phase": SessionPhase.DRAFT, "owed_elsewhere": False}, Owes.PLANNED),
    TableMoment("The session runs; the reader, or somebody else, has the board still to play", RUNNING, Owes.COMING),
    TableMoment("The session runs; a reader who plays has played it, and others have not", RUNNING, agreed=True),
    TableMoment("The session runs; nobody has the board still to play", {**RUNNING, **NOBODY_OWES}, agreed=True),
    TableMoment("The session has ended and is not published", ENDED, agreed=True),
    TableMoment("The session runs; nobody here has the board still to play; its event is not over in every club",
                {**HELD, "phase": SessionPhase.RUNNING}, agreed=True),
    TableMoment("The session has ended and is not published; its event is not over in every club", HELD, agreed=True),
    TableMoment("The session has ended; the reader, or somebody else, plays it late",
                {**ENDED, "published": True, "owed_here": True}, Owes.LATE),
    TableMoment("The results are published", PUBLISHED, agreed=True),
    TableMoment("The results are published; no key opens the board", {**PUBLISHED, "sealed": True}, agreed=True),
    TableMoment("The results are published; others have the deal still to play in another session, or its event is "
                "not over in every club", ELSEWHERE, agreed=True),
    TableMoment("The results are published; the reader has the deal still to play in another session",
                ELSEWHERE, Owes.COMING, agreed=True),
]  # fmt: skip


def facts_at(reader: TableReader, moment: TableMoment) -> BoardFacts:
    """Return the facts about a reader of this kind at this moment."""
    agreed = reader.at_seat and moment.agreed
    owes = moment.owes if reader.plays else Owes.NOTHING
    return BoardFacts(owes=owes, agreed=agreed, **reader.facts, **moment.facts)


def seen(facts: BoardFacts) -> str:
    """Return what the reader sees, as words. "file, unread": they may take the file after promising not to read it."""
    shown = [str(what) for what in What if may_see(facts, what)]
    if not may_see(facts, What.FILE) and may_see(replace(facts, promised=True), What.FILE):
        shown.append("file, unread")
    return "everything" if len(shown) == len(What) else ", ".join(shown)


def tables() -> str:
    """Return every table in Markdown."""
    return "\n" + "\n".join(f"### {moment.words}\n\n{_table(moment)}" for moment in MOMENTS) + "\n"


def _table(moment: TableMoment) -> str:
    """Return the table for one moment. Readers who see the same share a row. Readers who see nothing have no row."""
    readers: dict[str, list[str]] = {}
    for reader in READERS:
        readers.setdefault(seen(facts_at(reader, moment)), []).append(reader.words)
    rows = [("Reader", "Sees"), ("---", "---"), *(("; ".join(names), what) for what, names in readers.items() if what)]
    return "".join(f"| {names} | {what} |\n" for names, what in rows)
