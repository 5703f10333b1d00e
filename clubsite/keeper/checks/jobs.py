"""Checks of the workers, beat, the sweeps and the mail, and of the faults that pages report from browsers."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.core.mail import get_connection
from django.utils import timezone
from redis import RedisError

from clubsite.core.redis_server import redis_ask
from clubsite.core.single_instance import served_at
from clubsite.keeper.findings import Finding, check, fault, for_how_long, warning, well
from clubsite.keeper.models import JobRun, PageFault
from clubsite.keeper.selectors import beat_asked_at, letters_waiting, scores_waiting_seconds, seconds_since
from clubsite.outbox.services import error_name

ANSWER_SECONDS = 2.0
"""How long workers have for their answer. They answer between two jobs and during one."""
SILENT_SECONDS = 90
"""Beat and each quick sweep tell of themselves every half minute or sooner."""
SLOW_SILENT_SECONDS = 3600
"""A slow sweep waits for other slow jobs, such as the solver's."""
SCORES_WAIT_SECONDS = 120


@check("jobs", reads=True)
def jobs_look() -> Iterator[Finding]:
    if settings.EMBEDDED_JOBS:
        data = getattr(settings, "DATA_PATH", None)
        if data is not None and served_at(Path(data)) is None:
            yield well("jobs", "The site is not running on this data, so nothing does jobs.")
            return
    else:
        yield from _beat_look()
        yield from _workers_look()
    yield from _sweeps_look()
    yield from _scoring_look()


def _beat_look() -> Iterator[Finding]:
    sweep_at = beat_asked_at()
    if sweep_at is not None and seconds_since(sweep_at) < SILENT_SECONDS:
        yield well("beat", f"Beat asked for the last sweep {for_how_long(seconds_since(sweep_at))} ago or later.")
        return
    since = f"for {for_how_long(seconds_since(sweep_at))}" if sweep_at else "ever"
    yield fault(
        "beat",
        f"Beat has not asked for a sweep {since}, so nothing that a lost message left undone is found.",
        "Start the service beat: `docker compose up -d beat`, or systemctl start for its unit. Its log says why it "
        "stopped.",
    )


def _workers_look() -> Iterator[Finding]:
    """Ask the workers, over Redis, which queues they take jobs from."""
    try:
        redis_ask()
    except (RedisError, OSError):
        return  # the check of Redis says so
    answers = current_app.control.inspect(timeout=ANSWER_SECONDS).active_queues() or {}
    taken = {queue["name"] for queues in answers.values() for queue in queues}
    missing = [name for name in settings.QUEUES if name not in taken]
    if not missing:
        yield well("workers", f"{len(answers)} workers answer and take jobs from every queue.")
        return
    yield fault(
        "workers",
        f"No worker takes jobs from {' and '.join(missing)}."
        + ("" if answers else " No worker answers at all: nothing is scored, and no robot plays."),
        "Start the services of the workers: `docker compose up -d worker slow-worker`, or systemctl start for their "
        "units. Their log says why they stopped. What waits is done when they are back.",
    )


def _sweeps_look() -> Iterator[Finding]:
    """Check when each periodic job ran last, and whether its last run failed."""
    runs = {run.name: run for run in JobRun.objects.all()}
    late, failed = [], []
    for names, silence in ((settings.SWEEPS, SILENT_SECONDS), (settings.SLOW_SWEEPS, SLOW_SILENT_SECONDS)):
        for name in names:
            run = runs.get(name)
            if run is None or run.ended_at is None or seconds_since(run.ended_at) > silence:
                late.append(name)
            elif run.fault:
                failed.append(f"{name} ({run.fault})")
    if late:
        yield warning(
            "sweeps",
            f"These periodic jobs have not run lately: {', '.join(late)}.",
            "Just after a start wait two minutes. Otherwise a worker is missing, or one job holds up the others: the "
            "page 'How the site is' lists slow jobs.",
        )
    if failed:
        yield warning(
            "sweeps.failed",
            f"The last run of these periodic jobs failed: {', '.join(failed)}.",
            "The log of the worker has the error. The job is tried again every few seconds.",
        )
    if not late and not failed:
        yield well("sweeps", "Every periodic job has run lately.")


def _scoring_look() -> Iterator[Finding]:
    if (waited := scores_waiting_seconds()) > SCORES_WAIT_SECONDS:
        yield fault(
            "scoring",
            f"Scores have waited for {for_how_long(waited)} to be turned into match points.",
            "Is the worker running? If it is, its log says which session cannot be scored.",
        )


SHOWN = 5
REMEDY = (
    "NotLoaded: a file did not arrive in eight seconds. Another version: an old page was open. Report the rest. "
    "Anybody can send such a line."
)


@check("pages", reads=True)
def pages_look() -> Iterator[Finding]:
    faults = PageFault.objects.filter(at__gte=timezone.now() - timedelta(days=1)).order_by("-at")
    if latest := "; ".join(f"{row.page}: {row.line}" for row in faults[:SHOWN]):
        yield warning("pages", f"Pages failed in a browser in the last day. The latest: {latest}.", REMEDY)
    else:
        yield well("pages", "No page has reported a fault in the last day.")


GREETING_SECONDS = 5
LONGEST_WAIT_SECONDS = 3600


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
    waiting, seconds = letters_waiting()
    if not waiting:
        yield well("outbox", "No letter waits.")
        return
    sentence = f"{waiting} letters wait to be sent, the oldest for {for_how_long(seconds)}."
    if seconds > LONGEST_WAIT_SECONDS:
        yield warning("outbox", sentence, "Under Letters, /admin/ says why each waits.")
    else:
        yield well("outbox", sentence)
