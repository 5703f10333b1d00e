"""The doctor's check of the faults that pages report from browsers."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from clubsite.monitoring.findings import Finding, check, warning, well
from clubsite.monitoring.models import PageFault


@check("pages", reads=True)
def pages_look() -> Iterator[Finding]:
    """Check whether a page has failed in a browser in the last day."""
    faults = PageFault.objects.filter(at__gte=timezone.now() - timedelta(days=1)).order_by("page")
    if told := "; ".join(f"{one.page}: {one.line}" for one in faults):
        remedy = (
            "NotLoaded: a file did not arrive in eight seconds. Another version: an old page was open. Report the rest."
        )
        yield warning("pages", f"These pages failed in a browser in the last day. {told}.", remedy)
    else:
        yield well("pages", "No page has reported a fault in the last day.")
