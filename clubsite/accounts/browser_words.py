"""The name of a browser in words, derived from the `User-Agent` header that it sends."""

from django.http import HttpRequest
from ua_parser import parse

UNKNOWN_BROWSER = "A browser that does not say its name"
MAX_LENGTH = 80
PLAIN = {"Mac OS X": "a Mac", "iOS": "an iPhone", "Chrome OS": "a Chromebook"}
TABLETS = {"iPad": "an iPad"}


def browser_words(request: HttpRequest) -> str:
    """Return words such as "Safari on an iPad" or "Firefox on Windows". An iPad may call itself a Mac."""
    found = parse(request.headers.get("User-Agent", "")[:500])
    if found.user_agent is None:
        return UNKNOWN_BROWSER
    browser = found.user_agent.family.replace("Mobile", "").strip()
    system = found.os.family if found.os else ""
    where = TABLETS.get(found.device.family if found.device else "") or PLAIN.get(system, system)
    return (f"{browser} on {where}" if where else browser)[:MAX_LENGTH]
