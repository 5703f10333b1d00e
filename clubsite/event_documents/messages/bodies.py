"""What each type of document says: one frozen dataclass for each, by its name in `BODIES`."""

import datetime
from dataclasses import dataclass
from typing import Annotated, Any

from clubsite.event_documents.messages.rules import (
    NumberRule,
    NumbersRule,
    ObjectRule,
    PartsRule,
    TextRule,
    TimeRule,
    WordRule,
    WordsRule,
    YesRule,
)
from scoring.lines import Status
from scoring.session import PENALTY_UNITS

MAX_BOARDS = 60
MAX_HEAT_TABLES = 60
MAX_HEAT_LINES = MAX_HEAT_TABLES * MAX_BOARDS
MAX_HEAT_CONTESTANTS = 4 * MAX_HEAT_TABLES
MAX_RANKED = 60_000
MAX_POSSIBLE = 2**31 - 1
"""The most match points that are possible for a contestant, as a column can store them."""
PUBLIC_KEY = r"[A-Za-z0-9_-]{43}"
PUBLIC_ID = r"[A-Za-z0-9]{6,20}"
LONGEST_FRACTION = 802
"""Sums of Neuberg's fractions have long denominators: those of 60 boards with up to 1,000 results."""
FRACTION = r"-?\d{1,400}(/[1-9]\d{0,399})?"
PENALTY_AMOUNT = r"-?\d{1,9}(/[1-9]\d{0,17})?"
MAX_PENALTIES = 60
"""The most penalties that one contestant may have."""
HEX_256 = r"[0-9a-f]{64}"
LINES = ("NS", "EW", "ALL")
HEAT_STATES = ("invited", "asked", "accepted", "declined", "left")
KINDS = ("two_handed", "four_handed")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementBody:
    """`event`, from the hub: what is announced.

    `hub` is the address to which documents are posted, and `page` the one at which people read the event, or "".
    """

    name: Annotated[str, TextRule(120, empty=False)]
    organiser: Annotated[str, TextRule(120, empty=False)]
    hub: Annotated[str, TextRule(200, r"https?://[^\s]+")]
    page: Annotated[str, TextRule(200, r"https?://[^\s]+")]
    status: Annotated[str, WordRule(("announced", "published", "cancelled"))]
    window_opens: Annotated[datetime.datetime, TimeRule()]
    window_closes: Annotated[datetime.datetime, TimeRule()]
    boards: Annotated[int, NumberRule(1, MAX_BOARDS)]
    options: Annotated[dict[str, Any], ObjectRule()]
    scoring: Annotated[dict[str, Any], ObjectRule()]
    winners: Annotated[int, NumberRule(1, 2)]
    min_tables: Annotated[int, NumberRule(1, MAX_HEAT_TABLES)]
    min_boards: Annotated[int, NumberRule(0, MAX_BOARDS)]
    correction_hours: Annotated[int, NumberRule(0, 720)]
    joining: Annotated[str, WordRule(("open", "approval", "invitation"))]
    fee: Annotated[str, TextRule(300)]
    master_points: Annotated[bool, YesRule()]
    public_number_name: Annotated[str, TextRule(200)]
    public_number: Annotated[str, TextRule(200)]
    commitment: Annotated[str, TextRule(64, HEX_256, empty=False)]


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinBody:
    """`join`, from a spoke: a club asks to take part with a heat, or changes what it said.

    `names` is false if the club's rules let no stranger read a name.
    """

    club: Annotated[str, TextRule(120, empty=False)]
    address: Annotated[str, TextRule(200, r"https?://[^\s]+")]
    software: Annotated[str, TextRule(60)]
    names: Annotated[bool, YesRule()]
    planned_at: Annotated[datetime.datetime | None, TimeRule(optional=True)]
    tables: Annotated[int | None, NumberRule(1, MAX_HEAT_TABLES, optional=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveBody:
    """`leave`, from a spoke: the heat takes part no longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptBody:
    """`accept`, from the hub: how a heat stands."""

    status: Annotated[str, WordRule(HEAT_STATES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBody:
    """`ask`, from a spoke: which documents the hub is to answer with.

    `envelope` is true once the key of the boards was typed from a sealed envelope.
    """

    wants: Annotated[tuple[str, ...], WordsRule(("event", "accept", "sealed", "key", "state", "result"))]
    envelope: Annotated[bool, YesRule()]


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedBody:
    """`sealed`, from the hub: the boards, encrypted (`messages.sealing`)."""

    boards: Annotated[str, TextRule(200_000, r"[A-Za-z0-9_-]+", empty=False)]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyBody:
    """`key`, from the hub: the key of the boards for one heat, which starts now. `public_number` as in `event`."""

    key: Annotated[str, TextRule(64, HEX_256, empty=False)]
    public_number: Annotated[str, TextRule(200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPart:
    """A person's number in a named scheme, such as that of a national body, by which the hub knows them again."""

    scheme: Annotated[str, TextRule(40, empty=False)]
    number: Annotated[str, TextRule(40, empty=False)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyPart:
    """A penalty of the heat's director as it counts in the event, or an award if the exact `amount` is negative.

    `unit` is `top`, percent of a board's top, or `percent`, of the session, or `points`: IMPs, if the event has them.
    """

    amount: Annotated[str, TextRule(40, PENALTY_AMOUNT, empty=False)]
    unit: Annotated[str, WordRule(tuple(PENALTY_UNITS))]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestantPart:
    """A contestant of a heat. `name` is what strangers may read, or ""; `people` are those who can be known again.

    `penalties` lists the penalties in force. Withdrawn ones are left out.
    """

    label: Annotated[str, TextRule(14, empty=False)]
    kind: Annotated[str, WordRule(KINDS)]
    line: Annotated[str, WordRule(LINES)]
    stratum: Annotated[str, TextRule(10)]
    robot: Annotated[bool, YesRule()]
    name: Annotated[str, TextRule(200)]
    people: Annotated[tuple[PersonPart, ...], PartsRule(PersonPart, 8)]
    penalties: Annotated[tuple[PenaltyPart, ...], PartsRule(PenaltyPart, MAX_PENALTIES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePart:
    """The result of a board at a table. `south` and `north` are labels of contestants; `revision` grows."""

    board: Annotated[int, NumberRule(1, MAX_BOARDS)]
    round: Annotated[int, NumberRule(1, 200)]
    table: Annotated[str, TextRule(10, empty=False)]
    south: Annotated[str, TextRule(14, empty=False)]
    north: Annotated[str, TextRule(14, empty=False)]
    status: Annotated[str, WordRule(tuple(status.value for status in Status))]
    contract: Annotated[str, TextRule(4, r"[1-7][CDHSN]X{0,2}|PASS")]
    declarer: Annotated[str, WordRule(("", "N", "E", "S", "W"))]
    lead: Annotated[str, TextRule(2, r"[SHDC][2-9TJQKA]")]
    tricks: Annotated[int | None, NumberRule(0, 13, optional=True)]
    ns_score: Annotated[int | None, NumberRule(-9999, 9999, optional=True)]
    ruling: Annotated[str, TextRule(200)]
    group: Annotated[str, TextRule(10)]
    revision: Annotated[int, NumberRule(1, 1_000_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesBody:
    """`lines`, from a spoke: new and changed lines, and the contestants in them.

    `tables` is how many tables the heat has, and `options` how its game is played.
    """

    tables: Annotated[int, NumberRule(1, MAX_HEAT_TABLES)]
    options: Annotated[dict[str, Any], ObjectRule()]
    contestants: Annotated[tuple[ContestantPart, ...], PartsRule(ContestantPart, MAX_HEAT_CONTESTANTS)]
    lines: Annotated[tuple[LinePart, ...], PartsRule(LinePart, MAX_HEAT_LINES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatBody(LinesBody):
    """`heat`, from a spoke: the whole heat, which its director confirms, or no longer confirms."""

    confirmed: Annotated[bool, YesRule()]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionBody(LinesBody):
    """`correction`, from a spoke: lines that were corrected after the publication, and why."""

    why: Annotated[str, TextRule(200, empty=False)]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePart:
    """The name of a contestant as strangers may read it now, or ""."""

    label: Annotated[str, TextRule(14, empty=False)]
    name: Annotated[str, TextRule(200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesBody:
    """`names`, from a spoke: the names of all contestants that the hub was told, after one of them has changed."""

    names: Annotated[tuple[NamePart, ...], PartsRule(NamePart, MAX_HEAT_CONTESTANTS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacePart:
    """A contestant's row in a list of places. `won` is an exact fraction of match points, out of `possible`."""

    label: Annotated[str, TextRule(14, empty=False)]
    line: Annotated[str, WordRule(LINES)]
    stratum: Annotated[str, TextRule(10)]
    position: Annotated[int, NumberRule(0, MAX_RANKED)]
    place: Annotated[str, TextRule(10)]
    won: Annotated[str, TextRule(LONGEST_FRACTION, FRACTION, empty=False)]
    possible: Annotated[int, NumberRule(0, MAX_POSSIBLE)]
    boards: Annotated[int, NumberRule(0, MAX_BOARDS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListStandingPart:
    """A list of everybody, as it is now: how many are `placed`, and the first of them with the club.

    `place` is "1" or "1="; `won` is an exact fraction of match points, out of `possible`.
    """

    kind: Annotated[str, WordRule(KINDS)]
    line: Annotated[str, WordRule(LINES)]
    placed: Annotated[int, NumberRule(1, MAX_RANKED)]
    place: Annotated[str, TextRule(10, empty=False)]
    won: Annotated[str, TextRule(LONGEST_FRACTION, FRACTION, empty=False)]
    possible: Annotated[int, NumberRule(0, MAX_POSSIBLE)]
    club: Annotated[str, TextRule(120, empty=False)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateBody:
    """`state`, from the hub: the answer to the document with the number `answers`, and how the heat stands.

    `refused` says why it was refused, or "". `note` says what it asked for and did not get, and why. `lines` is how
    many lines of the heat the hub has, and `missing` are boards of the event of which it has none. `heats` is
    how many heats take part, with how many `contestants`; `played` of them are played to the end, and `playing` are
    under way. `lists` has each list of everybody in which somebody has a place.
    """

    answers: Annotated[int, NumberRule(0, 2**31 - 1)]
    refused: Annotated[str, TextRule(600)]
    note: Annotated[str, TextRule(600)]
    status: Annotated[str, WordRule(("", *HEAT_STATES))]
    confirmed: Annotated[bool, YesRule()]
    lines: Annotated[int, NumberRule(0, MAX_HEAT_LINES)]
    missing: Annotated[tuple[int, ...], NumbersRule(MAX_BOARDS)]
    heats: Annotated[int, NumberRule(0, MAX_RANKED)]
    played: Annotated[int, NumberRule(0, MAX_RANKED)]
    playing: Annotated[int, NumberRule(0, MAX_RANKED)]
    contestants: Annotated[int, NumberRule(0, MAX_RANKED)]
    lists: Annotated[tuple[ListStandingPart, ...], PartsRule(ListStandingPart, len(KINDS) * len(LINES))]
    places: Annotated[tuple[PlacePart, ...], PartsRule(PlacePart, 4 * MAX_HEAT_CONTESTANTS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPart:
    """A contestant of the event, in the published ranking. `second_play`: a person of it had played before."""

    label: Annotated[str, TextRule(14, empty=False)]
    kind: Annotated[str, WordRule(KINDS)]
    line: Annotated[str, WordRule(LINES)]
    stratum: Annotated[str, TextRule(10)]
    robot: Annotated[bool, YesRule()]
    second_play: Annotated[bool, YesRule()]
    name: Annotated[str, TextRule(200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedHeatPart:
    """A heat of the event, in the published ranking. `tables` is how many of its tables count."""

    heat: Annotated[str, TextRule(20, PUBLIC_ID, empty=False)]
    club: Annotated[str, TextRule(120, empty=False)]
    tables: Annotated[int, NumberRule(0, MAX_HEAT_TABLES)]
    contestants: Annotated[tuple[RankedPart, ...], PartsRule(RankedPart, MAX_HEAT_CONTESTANTS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRowPart:
    """A row of a published list: a contestant of a heat. Rows of one `place` share it; "" is for those without one."""

    heat: Annotated[str, TextRule(20, PUBLIC_ID, empty=False)]
    label: Annotated[str, TextRule(14, empty=False)]
    place: Annotated[str, TextRule(10)]
    won: Annotated[str, TextRule(LONGEST_FRACTION, FRACTION, empty=False)]
    possible: Annotated[int, NumberRule(0, MAX_POSSIBLE)]
    boards: Annotated[int, NumberRule(0, MAX_BOARDS)]
    master_points: Annotated[str, TextRule(LONGEST_FRACTION, FRACTION)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedListPart:
    """A published list, best first. `stratum` is "" in the list of everybody."""

    kind: Annotated[str, WordRule(KINDS)]
    line: Annotated[str, WordRule(LINES)]
    stratum: Annotated[str, TextRule(10)]
    rows: Annotated[tuple[RankedRowPart, ...], PartsRule(RankedRowPart, MAX_RANKED)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrequencyPart:
    """One of the different results of a board: how often it was scored, and what it is worth (exact fractions, or "").

    `heat` is the heat whose results alone are compared with it, because a board was fouled there, or "".
    """

    status: Annotated[str, WordRule(tuple(status.value for status in Status))]
    ns_score: Annotated[int | None, NumberRule(-9999, 9999, optional=True)]
    ruling: Annotated[str, TextRule(200)]
    group: Annotated[str, TextRule(10)]
    heat: Annotated[str, TextRule(20, PUBLIC_ID)]
    times: Annotated[int, NumberRule(0, MAX_RANKED)]
    ns: Annotated[str, TextRule(82)]
    ew: Annotated[str, TextRule(82)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFieldPart:
    """The whole field's results of one board."""

    number: Annotated[int, NumberRule(1, MAX_BOARDS)]
    kind: Annotated[str, WordRule(KINDS)]
    top: Annotated[int, NumberRule(0, 10**9)]
    results: Annotated[int, NumberRule(0, MAX_RANKED)]
    frequencies: Annotated[tuple[FrequencyPart, ...], PartsRule(FrequencyPart, 2000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultBody:
    """`result`, from the hub: the published ranking, what each board was worth, and the secret of the deals.

    `secret` is "" as long as somebody may still play a board.
    """

    version: Annotated[int, NumberRule(1, 1000)]
    secret: Annotated[str, TextRule(64, HEX_256)]
    public_number: Annotated[str, TextRule(200)]
    heats: Annotated[tuple[RankedHeatPart, ...], PartsRule(RankedHeatPart, 5000)]
    lists: Annotated[tuple[RankedListPart, ...], PartsRule(RankedListPart, 60)]
    boards: Annotated[tuple[BoardFieldPart, ...], PartsRule(BoardFieldPart, 8 * MAX_BOARDS)]


EventBody = (
    AnnouncementBody | JoinBody | LeaveBody | AcceptBody | AskBody | SealedBody | KeyBody | LinesBody | StateBody
    | ResultBody | NamesBody
)  # fmt: skip
"""What a document can say. HeatBody and CorrectionBody are LinesBody too."""

BODIES: dict[str, type] = {
    "event": AnnouncementBody,
    "join": JoinBody,
    "leave": LeaveBody,
    "accept": AcceptBody,
    "ask": AskBody,
    "sealed": SealedBody,
    "key": KeyBody,
    "lines": LinesBody,
    "heat": HeatBody,
    "state": StateBody,
    "result": ResultBody,
    "correction": CorrectionBody,
    "names": NamesBody,
}
OF_THE_HUB = frozenset({"event", "accept", "sealed", "key", "state", "result"})
OF_A_SPOKE = frozenset(BODIES) - OF_THE_HUB
