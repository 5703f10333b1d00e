"""The content of a results file, whatever its format."""

from dataclasses import dataclass, field
from fractions import Fraction

from games.notation.records import BareBoard, DealRecord
from scoring.figures import rounded
from scoring.lines import ParsedScore, Status, parse_score_text


@dataclass(frozen=True, slots=True)
class FileLine:
    """One line of a traveller. `ns` and `ew` are contestants' numbers, or empty for a sit-out.

    `contract` is `4SX`, `3N`, `PASS` or empty, and `declarer` is N, E, S or W. `lead` has its suit first. `tricks` is
    the number of tricks that declarer took. `score` is from N/S's point of view, as `scoring.lines.parse_score_text`
    reads it. `ns_points` and `ew_points` are match points or IMPs as they were shown. `group` names the lines with
    which this line is compared on a board that was fouled during the session, or is None if unknown. `award` is the
    outcome of a weighted or split score, such as `A6040`, for programs that do not know such rulings. `line` is the
    line number in the file. `turned` is True if the file says that the contestants sat the other way round from the
    movement; `ns` and `ew` then say how they sat. `erased` is True if the score was withdrawn and not replaced.
    `odd_lead` is the text of a lead that is no card.
    """

    board: int
    ns: str
    ew: str
    contract: str = ""
    declarer: str = ""
    lead: str = ""
    tricks: int | None = None
    score: str = "NP"
    ns_points: str = ""
    ew_points: str = ""
    table: int | None = None
    round: int | None = None
    group: str | None = ""
    award: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)
    turned: bool = field(default=False, compare=False)
    erased: bool = field(default=False, compare=False)
    odd_lead: str = field(default="", compare=False)

    @property
    def where(self) -> str:
        """The place of the line, as the director knows it."""
        table = f", table {self.table}, round {self.round}" if self.table and self.round else ""
        return f"line {self.line}{table}, board {self.board}"

    @property
    def parsed(self) -> ParsedScore:
        return parse_score_text(self.score)

    @property
    def plain_score(self) -> str:
        """The score in a form that every program understands (points, `A6040` or `NP`), or "" if it has none."""
        given = self.parsed
        if given.status is Status.LATE:
            return "NP"
        if given.status is Status.ARTIFICIAL:
            return _two_figures(given)
        if given.status is not Status.ASSIGNED:
            return self.score
        alone = len(given.ns_parts) == 1 and not given.ew_parts and given.ew_pct is None
        return str(given.ns_parts[0][1]) if alone else self.award

    @property
    def exact_score(self) -> str:
        """The exact text of the score if `plain_score` cannot express the whole score, else ""."""
        return "" if self.plain_score == self.score else self.score


def _two_figures(given: ParsedScore) -> str:
    """Return an award such as `A6040`, with both percentages rounded to two digits."""
    shares = [min(99, int(rounded(share or Fraction(0), 0))) for share in (given.ns_pct, given.ew_pct)]
    return f"A{shares[0]:02}{shares[1]:02}"


@dataclass(frozen=True, slots=True)
class FileContestant:
    """A contestant in the ranking: one or two players. `direction` is NS or EW if there are two winners, else empty.

    `master_points` is the award as text, such as 52 or 43.5, or empty for none.
    """

    number: str
    names: tuple[str, ...] = ()
    direction: str = ""
    place: str = ""
    total: str = ""
    percentage: str = ""
    ids: tuple[str, ...] = ()
    master_points: str = ""


@dataclass(frozen=True, slots=True)
class FileSection:
    """Contestants who were ranked together, and their traveller lines."""

    name: str = ""
    contestants: tuple[FileContestant, ...] = ()
    lines: tuple[FileLine, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultFile:
    """The results of a night. `date` is a date such as `2026-11-17`, or empty.

    `method` is match_points, cross_imps or butler. `winners` is 1 or 2, or 0 if the file does not give the number.
    `identifier` is the event's machine-readable name. `program_version` is the version of the
    program that writes the file. `notes` are sentences that say what was left out and why.
    """

    sections: tuple[FileSection, ...]
    event: str = ""
    club: str = ""
    date: str = ""
    method: str = "match_points"
    winners: int = 0
    boards: tuple[DealRecord | BareBoard, ...] = ()
    identifier: str = field(default="", compare=False)
    venue: str = field(default="", compare=False)
    program_version: str = field(default="", compare=False)
    format: str = field(default="", compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)

    @property
    def lines(self) -> tuple[FileLine, ...]:
        return tuple(line for section in self.sections for line in section.lines)


def date_of(text: str) -> str:
    """Return a date in the form `2026-11-17`, or "" if the text is not a date.

    The year may come first or last. The parts may be separated by `/`, `.` or `-`.
    """
    parts = text.strip().replace("/", "-").replace(".", "-").split("-")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        return ""
    year, month, day = parts if len(parts[0]) == 4 else reversed(parts)
    whole = len(year) == 4 and 1 <= int(month) <= 12 and 1 <= int(day) <= 31
    return f"{year}-{int(month):02}-{int(day):02}" if whole else ""
