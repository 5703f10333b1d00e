"""The places, board frequencies, publications and booklet pages computed from the lines of an event."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from clubsite.events.models.events import OF_EVENT, Event
from clubsite.events.models.heats import EventEntrant
from clubsite.nights.models import SectionKind
from clubsite.rankings.digests import short_digest
from scoring.result import RESULT_COLUMNS


class EventScoring(models.Model):
    """The number of an event's scorings, and the time of the last one. `asked` counts the changes that need another
    scoring. While it differs from `done`, the event is waiting.
    """

    data_of = OF_EVENT
    event = models.OneToOneField(Event, primary_key=True, on_delete=models.CASCADE, related_name="event_scoring")
    runs = models.PositiveIntegerField(default=0)
    asked = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    scored_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"scoring of {self.event}"


PUBLISHED_LINE = ("id", "board", "round", "table", "south_id", "north_id", *RESULT_COLUMNS)
"""The columns of EventLine that a publication keeps of each line."""


class EventPublicationManager(models.Manager["EventPublication"]):
    """A manager of publications whose lines, which are large, are read only on request."""

    def get_queryset(self) -> models.QuerySet["EventPublication"]:
        return super().get_queryset().defer("lines")


class EventPublication(models.Model):
    """A published version of an event's results. The newest one counts; the database refuses to change one. `by_user`
    is None if the clock published it. `payload` and `lines`, from which it was scored, have no names (`event_publish`).
    Another server sends no lines. `digest` is the hash over all of it, or "" if another server did not tell it.
    """

    data_of = OF_EVENT
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="publications")
    version = models.PositiveSmallIntegerField()
    payload = models.JSONField()
    lines = models.JSONField(default=list, editable=False)
    digest = models.CharField(max_length=64, blank=True, editable=False)
    at = models.DateTimeField(default=timezone.now, editable=False)
    by_user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    objects = EventPublicationManager()

    class Meta:
        ordering = ["event", "version"]
        constraints = [models.UniqueConstraint(fields=["event", "version"], name="event_publication_version_once")]

    def __str__(self) -> str:
        return f"version {self.version} of {self.event}"

    @property
    def short(self) -> str:
        """The digest as it is printed, or ""."""
        return short_digest(self.digest)


class EventPlace(models.Model):
    """An entrant's row in a list of the event: of NS, EW or ALL, of a stratum or "". `position` counts from 0, best
    first. `place` is text such as `1` or `2=`, or "". `won` is exact, as "num/den". `boards` is the number of boards
    that count.
    """

    data_of = OF_EVENT
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="places")
    entrant = models.ForeignKey(EventEntrant, on_delete=models.CASCADE, related_name="places")
    kind = models.CharField(max_length=11)
    line = models.CharField(max_length=3)
    stratum = models.CharField(max_length=10, blank=True)
    position = models.PositiveIntegerField()
    place = models.CharField(max_length=10, blank=True)
    won = models.TextField()
    possible = models.PositiveIntegerField()
    boards = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["event", "kind", "line", "stratum", "position"]
        constraints = [models.UniqueConstraint(fields=["entrant", "line", "stratum"], name="event_place_once_a_list")]
        indexes = [models.Index(fields=["event", "kind", "line", "stratum", "position"], name="event_places_in_order")]

    def __str__(self) -> str:
        return f"{self.place} {self.entrant}"


class EventBoard(models.Model):
    """The field of one board of an event: its top, the number of results that count, and each different result.
    `frequencies` has objects, best for South first: `status`, `ns_score`, `ruling`, `group`, `times`, the exact points
    `ns` and `ew` as "num/den", or null without points, and `heat`, where the board was fouled, or "".
    """

    data_of = OF_EVENT
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="board_fields")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=11)
    top = models.PositiveIntegerField(default=0)
    results = models.PositiveIntegerField(default=0)
    frequencies = models.JSONField(default=list)

    class Meta:
        ordering = ["event", "kind", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "kind", "number"], name="event_board_once")]

    def __str__(self) -> str:
        return f"board {self.number} of {self.event}"

    @property
    def four_handed(self) -> bool:
        return self.kind == SectionKind.FOUR_HANDED


BOOKLET_PAGE_FORMAT = 2
"""The form in which `booklet.stored` writes a page. Pages of another form are made again."""


class EventBookletPage(models.Model):
    """The page of one board, without names, for a published version, or 0 before the first. `made_from` is a hash of
    the board's lines and plays: a page whose lines are the same is kept in the next version. `page` is None if the page
    could not be made, which the log of the site explains.
    """

    data_of = OF_EVENT
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="booklet_pages")
    number = models.PositiveSmallIntegerField()
    format = models.PositiveSmallIntegerField(default=BOOKLET_PAGE_FORMAT)
    version = models.PositiveSmallIntegerField(default=0)
    made_from = models.CharField(max_length=64)
    page = models.JSONField(null=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["event", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="event_booklet_page_once")]

    def __str__(self) -> str:
        return f"booklet page {self.number} of {self.event}"
