"""`python -m clubsite.secrecy docs/hidden-cards.md`: write the tables of the rule into the page."""

import sys
from pathlib import Path

from clubsite.secrecy.table import tables

BEGIN, END = "<!-- the tables are written by `make hidden-cards` -->\n", "<!-- end of the tables -->\n"


def rewritten(page: str) -> str:
    """Return the page with its tables replaced by tables of the current rule."""
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + tables() + END + rest.partition(END)[2]


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(rewritten(path.read_text(encoding="utf-8")), encoding="utf-8")
