"""Rooms, plays of any game, their append-only logs, and which device holds which seat for whom."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.core.data_map import DataOf, below
from clubsite.core.tokens import new_public_id


class CallReason(models.TextChoices):
    """The reason for calling the director. The label is what the director sees."""

    PLAIN = "plain", "Director called"
    RESULT = "result", "They do not agree on the result"
    SCORE = "score", "The two sides do not agree on a score"
    SEAT = "seat", "Another device asks for a seat"
    LEAD = "lead", "Leads of a board were refused"


DISPUTE_REASONS = (CallReason.RESULT, CallReason.SCORE)


class SeatKind(models.TextChoices):
    """The kinds of rows that have a seat. The app for each kind registers how to find it (`seat_resolvers.py`)."""

    CONTESTANT = "contestant"
    TABLE = "table"
    HOME = "home"


SEAT_SESSIONS = ("table__section__session", "contestant__section__session")
"""The paths from a seat to the session of its holder, unless it is one at home."""


class PlaySeat(models.Model):
    """A seat that a device can hold and to which plays are dealt. Its `SeatHolder` has the same key."""

    data_of = DataOf(session=SEAT_SESSIONS)
    kind = models.CharField(max_length=10, choices=SeatKind)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(kind__in=SeatKind.values), name="seat_kind_known")]

    def __str__(self) -> str:
        return f"seat {self.pk} of a {self.kind}"


class SeatHolder(models.Model):
    """A row that has a seat, created together with it: a contestant, a table with cards, or a player at home."""

    SEAT: SeatKind

    seat = models.OneToOneField(PlaySeat, primary_key=True, on_delete=models.PROTECT, related_name="%(class)s")

    class Meta:
        abstract = True

    def save(self, **options: Any) -> None:
        if self.seat_id is None:
            self.seat = PlaySeat.objects.create(kind=self.SEAT)
        super().save(**options)


class Room(models.Model):
    """A place where plays follow one another. `rev` grows whenever anything changes that one of its seats can see.

    `table_rev` grows when the seats see a change outside this row, its play and the play's log, or when their
    sockets change. `boards_rev` grows if only the boards have changed, because a board was opened or is over. While
    both numbers stay the same, a process's cache of the table is valid (`room_states.py`).
    """

    data_of = DataOf(session="table__section__session")
    public_id = models.CharField(max_length=20, unique=True, default=new_public_id)
    rev = models.PositiveBigIntegerField(default=1)
    table_rev = models.PositiveBigIntegerField(default=1)
    boards_rev = models.PositiveBigIntegerField(default=1)
    play = models.ForeignKey("Play", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    ready = models.JSONField(default=list, help_text="Players who are ready for what comes next")
    paused = models.BooleanField(default=False)
    calls = models.JSONField(
        default=list, help_text="Calls for the director that stand or were answered last (calls.Call)"
    )

    def __str__(self) -> str:
        return f"room {self.public_id}"


class PlayStatus(models.TextChoices):
    LIVE = "live"
    OVER = "over"
    VOID = "void"


class Play(models.Model):
    """One play of a game: how it started, and its state at the end of the log, in a few columns."""

    data_of = DataOf(session="room__table__section__session")
    public_id = models.CharField(max_length=20, unique=True, default=new_public_id)
    room = models.ForeignKey(Room, on_delete=models.PROTECT, related_name="plays")
    game = models.CharField(max_length=40)
    rules_version = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    setup = models.JSONField()
    south = models.ForeignKey(PlaySeat, null=True, on_delete=models.PROTECT, related_name="south_plays")
    north = models.ForeignKey(PlaySeat, null=True, on_delete=models.PROTECT, related_name="north_plays")
    seq = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=4, choices=PlayStatus, default=PlayStatus.LIVE)
    turn = models.CharField(max_length=1, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    acted_at = models.DateTimeField(auto_now=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["room"], condition=models.Q(status="live"), name="one_live_play_a_room"),
            models.CheckConstraint(condition=models.Q(status__in=PlayStatus.values), name="play_status_known"),
            models.CheckConstraint(
                condition=models.Q(status="over", outcome__isnull=False) | ~models.Q(status="over"),
                name="play_over_has_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"

    @property
    def seats(self) -> dict[str, int]:
        """The keys of the seats to which the play was dealt, by player."""
        return {player: pk for player, pk in (("S", self.south_id), ("N", self.north_id)) if pk}


class PlayEvent(models.Model):
    """One action in a play's log, which is append-only: the database refuses UPDATE and DELETE."""

    data_of = DataOf(session="play__room__table__section__session", in_order=("play", "seq"))
    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    client_id = models.UUIDField(help_text="Made by the client: the same action sent twice is applied once")
    actor = models.CharField(max_length=1)
    action = models.CharField(max_length=40)
    ticket = models.ForeignKey("SeatTicket", null=True, on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["play", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["play", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["play", "client_id"], name="event_client_id_once"),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="event_seq_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.play_id}#{self.seq} {self.actor} {self.action}"


class RevokeReason(models.TextChoices):
    """The reason why a ticket is no longer in force. The label is what its holder sees."""

    FREED = "freed", "The director has freed this seat. Join the table again with its code."
    LEFT = "left", "You left this seat."
    STAND_IN = "stand_in", "Somebody else plays in this seat now. Thank you for playing."
    KEPT_BY_STAND_IN = (
        "kept_by_stand_in",
        "The director has taken your coming back: whoever sat here plays on. Ask at the desk.",
    )
    NUMBER_REMOVED = "number_removed", "The director has taken this place back."
    CHANGED = (
        "changed",
        "The director has changed what this device is for. It goes on by itself in a moment.",
    )
    OTHER_DEVICE = "other_device", "You went on with this match on another device."


class SeatTickets(models.Manager["SeatTicket"]):
    """Tickets joined with their seats, because nearly every caller needs the kind of the seat."""

    def get_queryset(self) -> models.QuerySet["SeatTicket"]:
        return super().get_queryset().select_related("seat")


class SeatTicket(models.Model):
    """A device's hold on a seat of a contestant (who moves round the room), of a table, or of a home player."""

    data_of = DataOf(session=below("seat", SEAT_SESSIONS), left_out=("token_hash", "connected", "unsent"))
    public_id = models.CharField(max_length=20, unique=True, default=new_public_id)
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="tickets")
    token_hash = models.CharField(max_length=64)
    seat = models.ForeignKey(PlaySeat, on_delete=models.CASCADE, related_name="tickets")
    connected = models.BooleanField(default=False, help_text="A socket of it is open (SeatConnection)")
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_reason = models.CharField(max_length=20, blank=True, choices=RevokeReason)
    freed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The director who ended it",
    )
    moved_to = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="What its device is for since a director changed it",
    )
    unsent = models.PositiveSmallIntegerField(
        default=0, help_text="Entries that its page had not sent when it was last heard"
    )

    objects = SeatTickets()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(revoked_at__isnull=True), name="one_ticket_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"ticket {self.public_id} of {self.seat}"


class SeatConnection(models.Model):
    """An open socket for a ticket. A ticket can have several: pages in two tabs, or one page after another."""

    data_of = DataOf(session=below("ticket__seat", SEAT_SESSIONS), not_in_file="an open socket")
    ticket = models.ForeignKey(SeatTicket, on_delete=models.CASCADE, related_name="connections")
    channel = models.CharField(max_length=120, unique=True, help_text="Its name in the channel layer")
    seen_at = models.DateTimeField(help_text="When it was last heard of")
    clock_ahead = models.FloatField(null=True, help_text="Seconds by which its device's clock is ahead of ours")

    def __str__(self) -> str:
        return f"socket of ticket {self.ticket_id}"
