"""The doctor's check of the faults that pages report from browsers."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from clubsite.keeper.findings import Finding, check, warning, well
from clubsite.keeper.models import PageFault

SHOWN = 5
REMEDY = (
    "NotLoaded: a file did not arrive in eight seconds. Another version: an old page was open. Report the rest. "
    "Anybody can send such a line."
)


@check("pages", reads=True)
def pages_look() -> Iterator[Finding]:
    """Check whether a page has failed in a browser in the last day."""
    faults = PageFault.objects.filter(at__gte=timezone.now() - timedelta(days=1)).order_by("-at")
    if told := "; ".join(f"{one.page}: {one.line}" for one in faults[:SHOWN]):
        yield warning("pages", f"Pages failed in a browser in the last day. The latest: {told}.", REMEDY)
    else:
        yield well("pages", "No page has reported a fault in the last day.")
