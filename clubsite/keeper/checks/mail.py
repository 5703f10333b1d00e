"""Checks of the mail server and the outbox."""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone

from clubsite.keeper.findings import Finding, check, fault, for_how_long, warning, well
from clubsite.outbox.models import Letter
from clubsite.outbox.services import error_name

GREETING_SECONDS = 5
LONGEST_WAIT = timedelta(hours=1)


@check("mail", slow=True)
def mail_look() -> Iterator[Finding]:
    """Connect to the mail server as if to send a letter, with its encryption and the site's password."""
    if not settings.MAIL_ON:
        yield well("mail", "This site has no mail server, so it sends no mail.")
        return
    server = get_connection(timeout=GREETING_SECONDS)
    try:
        server.open()
        server.close()
    except OSError as error:  # every SMTPException is one
        yield fault(
            "mail",
            f"The mail server {settings.EMAIL_HOST} does not take our mail ({error_name(error)}). Letters wait.",
            "Check EMAIL_URL: host, port, name and password. Then try `manage.py sendtestemail` with your address.",
        )
    else:
        yield well("mail", f"The mail server {settings.EMAIL_HOST} greets us.")


@check("outbox", reads=True)
def outbox_look() -> Iterator[Finding]:
    """Check how long letters have been waiting."""
    waiting = Letter.objects.exclude(due_at=None)
    oldest = waiting.order_by("made_at").values_list("made_at", flat=True).first()
    if oldest is None:
        yield well("outbox", "No letter waits.")
        return
    waited = timezone.now() - oldest
    said = f"{waiting.count()} letters wait to be sent, the oldest for {for_how_long(waited.total_seconds())}."
    if waited > LONGEST_WAIT:
        yield warning("outbox", said, "Under Letters, /admin/ says why each waits.")
    else:
        yield well("outbox", said)
