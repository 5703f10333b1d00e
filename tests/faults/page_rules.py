"""How long a page waits before it reconnects, pings and resends, in seconds, as read from the page's own scripts."""

import re
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "static" / "js"


def _seconds(script: str, name: str) -> float:
    found = re.search(rf"^const {name} = (\d+);$", (SCRIPTS / script).read_text(encoding="utf-8"), re.M)
    assert found is not None, f"{script} has no {name}"
    return int(found[1]) / 1000


FIRST_WAIT = _seconds("lib/socket.js", "FIRST_WAIT")
LONGEST_WAIT = _seconds("lib/socket.js", "LONGEST_WAIT")
PING_EVERY = _seconds("lib/socket.js", "PING_EVERY")
OPENS_WITHIN = _seconds("lib/socket.js", "OPENS_WITHIN")
ANSWERS_WITHIN = _seconds("lib/socket.js", "ANSWERS_WITHIN")
LOOKS_EVERY = _seconds("lib/socket.js", "LOOKS_EVERY")
RESEND_AFTER = _seconds("play/seat.js", "RESEND_AFTER")
