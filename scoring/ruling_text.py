"""Score statuses and directors' rulings in words. Rulings are stored as `parse_score_text` reads them."""

from fractions import Fraction

from games.wording import contestant_sides, signed
from scoring.errors import ScoreError
from scoring.figures import mp_text
from scoring.lines import ParsedScore, Parts, Status, parse_score_text
from scoring.plausible import is_possible

RULING_FORMAT = (
    "Write a ruling as a score (620), weighted (60% 620, 40% -100), or for each side (620 / -100, 620 / A40)."
)


def ruling_checked(text: str) -> ParsedScore:
    """Parse a ruling that may be stored. For any other text, raise ScoreError saying how to write a ruling."""
    if not text.strip():
        raise ScoreError(RULING_FORMAT)
    given = parse_score_text(text)
    if given.ns_score is None and given.ns_pct is None and not given.ns_parts:
        raise ScoreError(RULING_FORMAT)
    if not is_possible(given.ns_score or 0):
        raise ScoreError(f"No contract gives {signed(given.ns_score or 0)}. Look at the score once more.")
    return given


def ruling_words(text: str, sides: tuple[str, str]) -> str:
    """Return a ruling in words.

    Examples: "60 % to South and 40 % to North", "60 % of +620, 40 % of −100", "South has +620, North has −100".
    """
    given = parse_score_text(text)
    ns, ew = _side(given.ns_pct, given.ns_parts), _side(given.ew_pct, given.ew_parts or given.ns_parts)
    if given.ns_pct is not None and given.ew_pct is not None:
        return f"{ns} to {sides[0]} and {ew} to {sides[1]}"
    return ns if ns == ew else f"{sides[0]} has {ns}, {sides[1]} has {ew}"


STATUS_WORDS = {
    Status.PLAYED: "Played",
    Status.PASSED_OUT: "Passed out",
    Status.NOT_PLAYED: "Not played",
    Status.LATE: "Late play",
    Status.ARTIFICIAL: "Artificial",
    Status.ASSIGNED: "Ruled",
    Status.FOULED: "Fouled",
    Status.SIT_OUT: "Sit-out",
}
"""The words for every status, on pages, on paper and in files."""


def status_words(status: str, ruling: str = "", four_handed: bool = False) -> str:
    """Return the words for a score that is not the result of a contract.

    Example: "Artificial: 60 % to South and 40 % to North".
    """
    words = STATUS_WORDS[Status(status)]
    return f"{words}: {ruling_words(ruling, contestant_sides(four_handed))}" if ruling else words


def _side(percent: Fraction | None, parts: Parts) -> str:
    if percent is not None:
        return f"{mp_text(percent)} %"
    if len(parts) == 1:
        return signed(parts[0][1])
    return ", ".join(f"{mp_text(weight * 100)} % of {signed(points)}" for weight, points in parts)
