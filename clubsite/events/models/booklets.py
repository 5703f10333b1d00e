"""The pages of an event's booklet, made once by a job and read often."""

from django.db import models
from django.utils import timezone

from clubsite.events.models.events import Event

BOOKLET_PAGE_FORMAT = 2
"""The form in which `booklet.stored` writes a page. Pages of another form are made again."""


class EventBookletPage(models.Model):
    """The page of one board. It holds no names: they are looked up when it is read, through the lines it speaks of.

    `version` is that of the published results from which it was made, or 0 before the first publication. `made_from`
    is a hash of the board's lines and plays: a page whose lines are the same is kept in the next version. `page` is
    None if the page could not be made, which the log of the site explains.
    """

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
