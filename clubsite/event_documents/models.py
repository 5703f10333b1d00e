"""Documents between the servers of an event, and the heats of other servers."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubsite.events.models import Event, Heat


class MessageDirection(models.TextChoices):
    """Whether this server received a document or made it."""

    IN = "in", "received"
    OUT = "out", "made here"


class MessageState(models.TextChoices):
    """What became of a document."""

    WAITS = "waits", "Waits to be sent"
    DONE = "done", "Taken"
    REFUSED = "refused", "Refused"


class EventMessage(models.Model):
    """A signed document that went from one server of an event to another (docs/simultaneous-protocol.md).

    `sender` is the public key of the server that signed it, which gives each of its documents a larger `number`.
    `body` is the document as it was sent. It is kept while it waits, and emptied afterwards because it has names;
    `digest` is its SHA-256. `answer` is a sentence: why it was refused, or why it could not be sent yet. A document
    that waits is sent when `due_at` has come; without a time it is taken by hand.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="messages")
    heat = models.ForeignKey(Heat, null=True, blank=True, on_delete=models.CASCADE, related_name="messages")
    direction = models.CharField(max_length=3, choices=MessageDirection)
    sender = models.CharField(max_length=43)
    type = models.CharField(max_length=10)
    number = models.PositiveIntegerField()
    body = models.TextField(blank=True)
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=7, choices=MessageState)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    answer = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["event", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "sender", "number"], name="event_message_number_once"),
            models.CheckConstraint(condition=Q(direction__in=MessageDirection.values), name="message_direction_known"),
            models.CheckConstraint(condition=Q(state__in=MessageState.values), name="message_state_known"),
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(state="waits"), name="event_messages_due")]

    def __str__(self) -> str:
        return f"{self.type} {self.number} of {self.event}"


class RemoteHeat(models.Model):
    """What the hub knows about a heat of another server: the server's public key and how it can be reached.

    `names` is false if the club's rules let no stranger read a name. `newest` is the number of the newest document
    that described the heat's contestants, so that an older one does not overwrite it.
    """

    heat = models.OneToOneField(Heat, primary_key=True, on_delete=models.CASCADE, related_name="remote")
    public_key = models.CharField(max_length=43, db_index=True)
    address = models.CharField(max_length=200, blank=True)
    software = models.CharField(max_length=60, blank=True)
    names = models.BooleanField(default=True)
    newest = models.PositiveIntegerField(default=0)
    heard_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.heat} on another server"
