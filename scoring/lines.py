"""One line of a traveller: its status, its score or award, and the form in which clubs write the score."""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from games.wording import signed
from scoring.contracts import says_pass
from scoring.errors import ScoreError
from scoring.figures import number
from scoring.plausible import is_possible


class Status(StrEnum):
    """The status of a line.

    `not_played` and `sit_out` never count for their contestants, and `late` does not count yet. An `artificial`
    score is a percentage. A `fouled` line is compared only with other fouled lines. An `assigned` score is one
    score, several weighted scores, or percentages.
    """

    PLAYED = "played"
    PASSED_OUT = "passed_out"
    NOT_PLAYED = "not_played"
    LATE = "late"
    ARTIFICIAL = "artificial"
    ASSIGNED = "assigned"
    FOULED = "fouled"
    SIT_OUT = "sit_out"


COMPARED_STATUSES = frozenset({Status.PLAYED, Status.PASSED_OUT, Status.ASSIGNED, Status.FOULED})
FOULED_GROUP = "fouled"

# A side's scores: weight (they add up to 1) and points from N/S's side.
Parts = tuple[tuple[Fraction, int], ...]
WHOLE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a traveller. `ns_score` is the score of both sides, in points from N/S's point of view.

    For rulings, `ns_pct` and `ew_pct` are percentages of the full top (artificial and assigned scores). `ns_parts` and
    `ew_parts` are each side's weighted scores under Law 12C1c, or the two scores of a split ruling. Without
    `ew_parts`, E/W have the same parts as N/S. Lines are compared only with lines of the same `group`, if the board
    was fouled during the session. `times` is the number of equal lines for which this line stands, as in a table of
    frequencies.
    """

    key: Hashable
    status: Status = Status.PLAYED
    ns_score: int | None = None
    ns_pct: Fraction | None = None
    ew_pct: Fraction | None = None
    ns_parts: Parts = ()
    ew_parts: Parts = ()
    group: Hashable = ""
    times: int = 1


@dataclass(frozen=True, slots=True)
class ParsedScore:
    """A parsed score, with the fields of a Line."""

    status: Status
    ns_score: int | None = None
    ns_pct: Fraction | None = None
    ew_pct: Fraction | None = None
    ns_parts: Parts = ()
    ew_parts: Parts = ()

    def line(self, key: Hashable, group: Hashable = "") -> Line:
        """Return the score as a line of a traveller."""
        values = self.status, self.ns_score, self.ns_pct, self.ew_pct, self.ns_parts, self.ew_parts
        return Line(key, *values, group)


def score_of(line: Line) -> int | None:
    """Return the score that both sides share, or None if there is no shared score."""
    return 0 if line.status is Status.PASSED_OUT else line.ns_score


def is_plain(line: Line) -> bool:
    """True if both sides share one score, whether it is the line's own score or an assigned score."""
    if line.ns_parts or line.ew_parts:
        return False
    if line.status is Status.ASSIGNED:
        return line.ns_pct is None and line.ew_pct is None
    return line.status in COMPARED_STATUSES


def is_compared(line: Line) -> bool:
    """True if at least one side has a score with which other scores are compared."""
    return line.status in COMPARED_STATUSES and (line.ns_pct is None or line.ew_pct is None)


def group_of(line: Line) -> Hashable:
    """Return the group of lines with which this line is compared."""
    return line.group or (FOULED_GROUP if line.status is Status.FOULED else "")


def percent_of(line: Line, side: str) -> Fraction | None:
    """Return the percentage that a ruling gave to `side` (NS or EW), or None if no ruling did."""
    if line.status not in (Status.ARTIFICIAL, Status.ASSIGNED):
        return None
    return line.ns_pct if side == "NS" else line.ew_pct


def parts_of(line: Line, side: str) -> Parts:
    """Return the weighted scores that count for `side`, or () if there are no scores. A plain score has weight 1."""
    if line.status not in COMPARED_STATUSES or percent_of(line, side) is not None:
        return ()
    own = line.ns_parts if side == "NS" else line.ew_parts or line.ns_parts
    if own:
        return own
    points = score_of(line)
    return () if points is None else ((WHOLE, points),)


def field_of(lines: Sequence[Line]) -> int:
    """Return how many of a board's lines count towards the field: all except sit-outs."""
    sit_out = Status.SIT_OUT
    return sum([line.times for line in lines if line.status is not sit_out])


def check(lines: Sequence[Line], field: int) -> None:
    """Raise ScoreError for a repeated key, an incomplete line, or more results than the field has."""
    if len({line.key for line in lines}) < len(lines):
        key, times = Counter(line.key for line in lines).most_common(1)[0]
        raise ScoreError(f"Line {key} is there {times} times.")
    for line in lines:
        if line.ns_score is None or line.ns_parts or line.ew_parts:
            _check_line(line)
    results = sum([line.times for line in lines if is_compared(line)])
    if results > field:
        raise ScoreError(f"{results} results cannot be scored in a field of {field}.")


def _check_line(line: Line) -> None:
    for parts in (line.ns_parts, line.ew_parts):
        if parts and (sum(weight for weight, _ in parts) != 1 or min(parts)[0] <= 0):
            raise ScoreError(f"The weights of line {line.key} do not add up to 100 percent.")
    both = [percent_of(line, side) is not None or parts_of(line, side) != () for side in ("NS", "EW")]
    if line.status in COMPARED_STATUSES and not all(both):
        raise ScoreError(f"Line {line.key} is {line.status} but has no score.")
    if line.status is Status.ARTIFICIAL and (line.ns_pct is None or line.ew_pct is None):
        raise ScoreError(f"Line {line.key} is artificial but lacks its percentages.")


class UntoldScore(ScoreError):
    """Raised for a text that says that a score was adjusted, but not clearly to what."""


def parse_score_text(text: str) -> ParsedScore:
    """Parse a score as clubs write it: `-400`, `+620`; percentages as `A5050`, `A60/40`, `60%-40%`, `AVE+/AVE-`;
    `PASS`; `SIT`; `LATE`; `NP`, `-` or empty.

    For rulings, `60% 620, 40% -100` is a weighted score. `620 / -100` gives N/S the first score and E/W the second,
    both from N/S's point of view. A side may have a percentage, as in `620 / A40`. Raise ScoreError for any other text.
    Every page, file and command reads scores with this function.
    """
    wanted, text = " ".join(text.upper().translate(_MINUS).split()), text.strip()[:40]
    joined = wanted.replace(" ", "")
    if re.fullmatch(r"[+-]? ?[0-9]{1,5}", wanted):
        return ParsedScore(Status.PLAYED, ns_score=_points(int(joined)))
    if says_pass(wanted):
        return ParsedScore(Status.PASSED_OUT, ns_score=0)
    if (word := re.sub("[-_*]", "", joined)) in _STATUS_OF_WORD:
        return ParsedScore(_STATUS_OF_WORD[word])
    average = _AVERAGE.fullmatch(joined)
    if word in _UNTOLD or (average and average[1] in tuple("+-") and average[2] is None):
        raise UntoldScore(f"{text!r} does not say what each side gets: write A60/40, the score, or NP.")
    if average:
        return ParsedScore(Status.ARTIFICIAL, None, _SHARES[average[1]], _SHARES[average[2] or ""])
    match = _PERCENTS.fullmatch(joined if "%" in joined else wanted)
    if match is not None:
        ns, ew = (_percent(part, text) for part in match.groups() if part is not None)
        return ParsedScore(Status.ARTIFICIAL, ns_pct=ns, ew_pct=ew)
    return _ruling(wanted, text)


def state_of(text: str) -> ParsedScore | UntoldScore | None:
    """Return the state of a board from a text in the place of a contract: `NP`, `ADJ`, `60%-40%`.

    Return None if the text does not give a state.
    """
    try:
        score = parse_score_text(text)
    except ScoreError as error:
        return error if isinstance(error, UntoldScore) else None
    return score if re.search(r"\w", text) and score.status not in (Status.PLAYED, Status.PASSED_OUT) else None


def score_text(line: Line | ParsedScore) -> str:
    """Return a line's score in the form that `parse_score_text` reads: `-400`, `A6040`, `60% 620, 40% -100`, `SIT`,
    `LATE`, or "" if the board was not played.
    """
    if line.status in STATUS_CODES or line.status is Status.NOT_PLAYED:
        return STATUS_CODES.get(line.status, "")
    if line.ns_pct is None and line.ew_pct is None and not line.ns_parts:
        return "" if line.ns_score is None else str(line.ns_score)
    if line.ns_pct is not None and line.ew_pct is not None:
        return _percents_text(line.ns_pct, line.ew_pct)
    ns, ew = _side_text(line.ns_pct, line.ns_parts), _side_text(line.ew_pct, line.ew_parts or line.ns_parts)
    if line.ns_pct is None and line.ew_pct is None and not line.ew_parts:
        return ns if "%" in ns else f"100% {ns}"
    return f"{ns} / {ew}"


def _percents_text(ns: Fraction, ew: Fraction) -> str:
    if ns.denominator == ew.denominator == 1 and max(ns, ew) < 100:
        return f"A{int(ns):02}{int(ew):02}"
    return f"A{number(ns, PERCENT_DECIMALS)}/{number(ew, PERCENT_DECIMALS)}"


def _side_text(percent: Fraction | None, parts: Parts) -> str:
    if percent is not None:
        return f"A{number(percent, PERCENT_DECIMALS)}"
    if len(parts) == 1:
        return f"{parts[0][1]:+}" if 0 <= parts[0][1] <= 100 else str(parts[0][1])  # 100 alone could be percent
    return ", ".join(f"{number(100 * weight, WEIGHT_DECIMALS)}% {points}" for weight, points in parts)


PERCENT_DECIMALS, WEIGHT_DECIMALS = 4, 4
STATUS_CODES = {Status.SIT_OUT: "SIT", Status.LATE: "LATE"}
"""The codes in texts that `parse_score_text` reads."""
_STATUS_OF_WORD = {
    "": Status.NOT_PLAYED,
    "NP": Status.NOT_PLAYED,
    "NOTPLAYED": Status.NOT_PLAYED,
    "SIT": Status.SIT_OUT,
    "SITOUT": Status.SIT_OUT,
    "BYE": Status.SIT_OUT,
    "LATE": Status.LATE,
}
_UNTOLD = frozenset({"ADJ", "ADJUSTED", "ADJUSTEDSCORE", "ARBITRALSCORE", "ASSIGNED", "W/D", "WD", "WITHDRAWN"})
_MINUS = str.maketrans(dict.fromkeys("−–‐‑", "-"))
_AVERAGE = re.compile(r"(?!A/?$)(?:A|AV|AVE|AVG|AVERAGE)([+=-]?)(?:/(?:A|AV|AVE|AVG|AVERAGE)?([+=-]?))?")
_SHARES = {"+": Fraction(60), "": Fraction(50), "=": Fraction(50), "-": Fraction(40)}
_NUMBER = r"(\d{1,3}(?:\.\d{1,4})?)"
_PERCENTS = re.compile(rf"A ?(\d\d)(\d\d)|A ?{_NUMBER}[/-]{_NUMBER}|A?{_NUMBER}%[/-]{_NUMBER}%", re.ASCII)
_PART = re.compile(rf"\s*(?:{_NUMBER}\s*%\s*)?([+-]?\d{{1,5}})\s*", re.ASCII)
_SIDE_PERCENT = re.compile(rf"\s*A\s*{_NUMBER}\s*", re.ASCII)
MOST_PARTS = 20


def _ruling(wanted: str, text: str) -> ParsedScore:
    sides = wanted.split("/")
    if len(sides) > 2 or not any(sign in wanted for sign in "%/"):
        raise ScoreError(f"{text!r} is no score: write points like -400, percent like A5050 or A60/40, SIT or NP.")
    (ns_pct, ns_parts), (ew_pct, ew_parts) = (_side(side, text) for side in (sides[0], sides[-1]))
    impossible = [points for _, points in ns_parts + ew_parts if not is_possible(points)]
    if len(sides) == 1:
        if impossible:
            raise ScoreError(f"No contract gives {signed(impossible[0])}, as in {text!r}. Look at the score once more.")
        return ParsedScore(Status.ASSIGNED, ns_parts=ns_parts)
    shares = re.fullmatch(r" ?(A?) ?(\d\d?|100) ?/ ?(\d\d?|100) ?", wanted, re.ASCII)
    advice = f"Write A{shares[2]}/{shares[3]} for percent" if shares else "Percent are written A60/40"
    unclear = UntoldScore if shares else ScoreError
    if impossible:
        raise unclear(f"No contract gives {signed(impossible[0])}, as in {text!r}. {advice}.")
    if ns_parts and ns_parts == ew_parts:
        raise unclear(f"{text!r} gives both sides one score. {advice}. One score is ruled as 100% {ns_parts[0][1]}.")
    if shares and (shares[1] or int(shares[2]) + int(shares[3]) == 100):
        raise unclear(f"{text!r} can be percent or points. {advice}, and points with a sign, such as +{shares[3]}.")
    return ParsedScore(Status.ASSIGNED, None, ns_pct, ew_pct, ns_parts, ew_parts)


def _side(side: str, text: str) -> tuple[Fraction | None, Parts]:
    percent = _SIDE_PERCENT.fullmatch(side)
    if percent:
        return _percent(percent[1], text), ()
    matches = [_PART.fullmatch(part) for part in side.split(",")[: MOST_PARTS + 1]]
    if len(matches) > MOST_PARTS or not all(matches):
        raise ScoreError(
            f"{text!r} is no ruling: write it like 60% 620, 40% -100 or 620 / -100, and percent like A60/40."
        )
    parts = tuple((Fraction(match[1] or 100) / 100, int(match[2])) for match in matches if match)
    if sum(weight for weight, _ in parts) != 1 or any(weight == 0 for weight, _ in parts):
        raise ScoreError(f"The percentages of {text!r} do not add up to 100.")
    return None, parts


def _percent(number: str, text: str) -> Fraction:
    percent = Fraction(number)
    if percent > 100:
        raise ScoreError(f"{text!r} gives more than 100 percent.")
    return percent


def _points(value: int) -> int:
    if value % 10:
        raise ScoreError(f"{value} is no score: points are multiples of 10.")
    return value
