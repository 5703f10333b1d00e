"""A score typed as a single line, in the notation that scorers use: `4hs=`, `3nn-2 lSA`, `p`, `a6040`."""

import re

from clubsite.core.refused import Refused
from scoring.contracts import SYMBOLS
from scoring.errors import ScoreError
from scoring.lines import Status, parse_score_text

PLAYED_LINE = re.compile(
    r"(?P<level>[1-7])(?P<strain>nt|[cdhsn])(?P<before>x{0,2})(?P<declarer>[nesw])(?P<after>x{0,2})"
    r"(?P<tricks>=|[+-][0-9]{1,2}|[0-9]{1,2})(?:l(?P<lead>(?:10|[cdhsakqjt2-9]){2}))?"
)
RULING_PREFIX = "r"
MAX_LINE_LENGTH = 220
LINE_FORMAT = (
    "Write it as 4hs= (4 hearts by South, made), 3nn-2, 5dxs+1, with a lead as 4hs= lC5; p, np, late, a6040, "
    "or r and a ruling."
)


def read_score_line(text: str) -> dict[str, str]:
    """Parse the line into arguments for `parse_score`. Raise Refused for the field `line` if the line cannot be read.

    Capitals, spaces, suit symbols and `*` for doubled are accepted.
    """
    line = text.strip().replace("\u2212", "-")[:MAX_LINE_LENGTH]
    if line[:1].lower() == RULING_PREFIX and line[1:].strip():
        return {"status": "assigned", "artificial": line[1:].strip()}
    found = PLAYED_LINE.fullmatch(line.upper().translate(SYMBOLS).lower())
    if found is None or (found["before"] and found["after"]):
        return _state(line)
    lead = (found["lead"] or "").replace("10", "t").upper()
    return {
        "status": "played",
        "contract": f"{found['level']}{found['strain'][0]}{found['before'] or found['after']}".upper(),
        "declarer": found["declarer"].upper(),
        "tricks": found["tricks"],
        "lead": lead if lead[:1] in "CDHS" else lead[::-1],
    }


def _state(line: str) -> dict[str, str]:
    """Parse a line that says what became of the board instead of how it was played."""
    why = f"“{line[:40]}” is not understood."
    try:
        given = parse_score_text(line)
        if line and given.status not in (Status.PLAYED, Status.SIT_OUT):
            ruled = given.status in (Status.ARTIFICIAL, Status.ASSIGNED)
            return {"status": given.status, "artificial": line if ruled else ""}
    except ScoreError as error:
        why = str(error) if "/" in line or "%" in line else why
    raise Refused({"line": f"{why} {LINE_FORMAT}"})
