"""The facts that the rule decides from. The default of each fact is the value that shows less."""

from dataclasses import dataclass
from enum import StrEnum


class What(StrEnum):
    """A part of a board that a reader may see, or a file of its cards."""

    CARDS = "cards"  # the hands
    SEQUENCE = "sequence"  # the order of a dummy's cards, for example on a slip
    SCORE = "score"  # the result at one table; for a seat, at its own
    TRAVELLER = "traveller"  # the results at all tables, and what they are worth
    VERDICT = "verdict"  # the solver's results: par, and the cost of calls and cards
    REPLAY = "replay"  # the calls and the cards of a play
    FILE = "file"  # the cards in a file or a print that one can carry without reading it


class SessionPhase(StrEnum):
    """The phase of a board's session."""

    DRAFT = "draft"
    RUNNING = "running"
    ENDED = "ended"


class Owes(StrEnum):
    """When a reader still has to play the deal, here or in another session. Later members hide at least as much."""

    NOTHING = "nothing"
    PLANNED = "planned"  # in a session that has not begun
    COMING = "coming"  # in a session that has begun
    LATE = "late"  # after their session has ended


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFacts:
    """The facts about one reader and one board at one moment.

    `member`: the reader belongs to the club. `reads_results`: the club shows its results to this reader.
    `sat`: the reader has, or had, a seat in the session. `agreed`: the reader asks from a seat at which the board is
    over and whose player has agreed to the result (SOLO-30).
    `directs`: the reader is a director of the club and asks on a director's page. `keeps_site`: the reader asks in
    the admin. `has_link`: the reader has opened a link to the board's lost slips.
    `owes`: when the reader still has to play the deal, if at all; None if this has not been looked up.
    `promised`: whether a director promised not to look into the file; None if the cards are meant to be read.

    `phase`: the session's phase; None if it has not been looked up. `published`: the newest version of the results
    has the board, and is not withdrawn. `after_board`: the session shows travellers after each board.
    `watched`: the board is over at a table that everybody may watch.
    `owed_here`: somebody has the board to play now, or late. `coming`: somebody meets it in a later round.
    `owed_elsewhere`: another session, or an event, was given the deal before it was published here, and somebody
    still has it to play there. `sealed`: the board has not been opened. Publication opens every board that has a key.
    """

    member: bool = False
    reads_results: bool = False
    sat: bool = False
    agreed: bool = False
    directs: bool = False
    keeps_site: bool = False
    has_link: bool = False
    owes: Owes | None = None
    promised: bool | None = None

    phase: SessionPhase | None = None
    published: bool = False
    after_board: bool = False
    watched: bool = False
    owed_here: bool = True
    coming: bool = True
    owed_elsewhere: bool = True
    sealed: bool = True
