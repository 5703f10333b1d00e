"""Heats: a club's part in an event, who plays in it, its lines, and the other server of a heat or of its event."""

import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, SET_NULL, CheckConstraint, Q, UniqueConstraint
from django.utils import timezone

from clubsite.clubs.models import Club, Person
from clubsite.core.named import NameField
from clubsite.core.sealed_fields import SealedTextField
from clubsite.core.tokens import new_public_id
from clubsite.events.models.events import OF_EVENT, Event
from clubsite.nights.models import Contestant, Session, TableBoard
from clubsite.scores.models import ResultColumns, ScoreStatus


class HeatStatus(models.TextChoices):
    INVITED = "invited", "Invited"
    ASKED = "asked", "Asks to take part"
    ACCEPTED = "accepted", "Takes part"
    DECLINED = "declined", "Declined"
    LEFT = "left", "Has left"


STILL_THERE = (HeatStatus.INVITED, HeatStatus.ASKED, HeatStatus.ACCEPTED)
"""A club that may still play."""


class Heat(models.Model):
    """A club's part in an event. A club that plays on two days has two heats.

    `club` is None if the club is not on this server. `session` is the night that plays the event's boards. `dealer`
    handles the cards before the start, and plays in no heat. Without one, a director who plays in no heat does this.
    `released_at` is when the heat got the cards, and `envelope_at` when the organiser printed an envelope with
    `boards_key`, the key of the boards. `runs` is the number of scorings of the session whose lines were stored. Lines
    of a heat that left are kept but do not count. Instead of a session, a `results_file` may have the lines. `hub_id`
    is the heat's id at the hub. `state_number` counts the stored states (`services.heat_put`), and `state_digest` is
    the digest of the newest. If `refused_state` is set, a newer state was not stored, so the previous one counts. If
    `set_aside` is set, the heat cannot be scored and is left out (`heat_fault`). `complete` means that nothing is left
    to play.
    """

    data_of = OF_EVENT
    public_id = models.CharField(max_length=20, unique=True, default=new_public_id)
    hub_id = models.CharField(max_length=20, blank=True, editable=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="heats")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=SET_NULL, related_name="heats")
    club_name = NameField(max_length=120)
    status = models.CharField(max_length=8, choices=HeatStatus)
    planned_at = models.DateTimeField(null=True, blank=True)
    tables = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Expected")
    session = models.OneToOneField(Session, null=True, blank=True, on_delete=SET_NULL, related_name="heat")
    dealer = models.ForeignKey(Person, null=True, blank=True, on_delete=SET_NULL, related_name="+")
    released_at = models.DateTimeField(null=True, blank=True)
    envelope_at = models.DateTimeField(null=True, blank=True, editable=False)
    boards_key = SealedTextField(place=["public_id"], help_text="In hexadecimal digits; of an event of another server")
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=SET_NULL, related_name="+")
    runs = models.PositiveIntegerField(default=0, editable=False)
    results_file = models.CharField(max_length=100, blank=True, editable=False)
    results_file_at = models.DateTimeField(null=True, blank=True, editable=False)
    state_number = models.PositiveIntegerField(default=0, editable=False)
    state_digest = models.CharField(max_length=64, blank=True, editable=False)
    rounds_played = models.PositiveSmallIntegerField(null=True, editable=False)
    rounds_planned = models.PositiveSmallIntegerField(null=True, editable=False)
    complete = models.BooleanField(default=False, editable=False)
    refused_state = models.BooleanField(default=False, editable=False)
    set_aside = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ["planned_at", "pk"]
        constraints = [
            CheckConstraint(condition=Q(status__in=HeatStatus.values), name="heat_status_known"),
            UniqueConstraint(fields=["event", "hub_id"], condition=~Q(hub_id=""), name="heat_of_a_hub_once_an_event"),
        ]

    def __str__(self) -> str:
        return self.club_name

    @property
    def counts(self) -> bool:
        return self.status == HeatStatus.ACCEPTED


class InTheHeat(models.Manager[Any]):
    """The rows that the heat has now, without those that were withdrawn."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(withdrawn=False)


class EventEntrant(models.Model):
    """A contestant of an event: one of a heat's contestants.

    `contestant` is None for a heat without a session here. `name` is then the name that strangers may read, or "" for
    lines from a file, whose names are those of its people. `line` is NS, EW or ALL for both columns. `penalties` are
    amounts as "num/den" with their units, as they count in the event; negative ones are awards. `second_play` is True
    if a person of this contestant played the event in an earlier heat. Such a contestant and a robot get no place.
    """

    data_of = OF_EVENT
    objects, every = InTheHeat(), models.Manager()

    heat = models.ForeignKey(Heat, on_delete=CASCADE, related_name="entrants")
    contestant = models.OneToOneField(Contestant, null=True, on_delete=SET_NULL, related_name="event_entrant")
    label = models.CharField(max_length=14, help_text="The contestant's number as shown, such as 7 or B7")
    kind = models.CharField(max_length=11)
    line = models.CharField(max_length=3)
    stratum = models.CharField(max_length=10, blank=True)
    robot = models.BooleanField(default=False)
    second_play = models.BooleanField(default=False)
    name = models.CharField(max_length=200, blank=True)
    penalties = models.JSONField(default=list, blank=True)
    withdrawn = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ["heat", "pk"]
        constraints = [
            UniqueConstraint(fields=["heat", "label"], name="entrant_label_once_a_heat"),
            CheckConstraint(condition=Q(line__in=["NS", "EW", "ALL"]), name="entrant_line_known"),
        ]

    def __str__(self) -> str:
        return f"{self.label} of {self.heat}"


class EventPerson(models.Model):
    """A person who plays in an event, as an entrant. `key` recognises the same person in another heat.

    It is an HMAC over the person's account (docs/simultaneous.md), or "" for somebody without one. For lines from a
    file, `person` is the matching person on the club's list, or None, and `name` is the name in the file.
    """

    data_of = OF_EVENT
    entrant = models.ForeignKey(EventEntrant, on_delete=CASCADE, related_name="people")
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=SET_NULL, related_name="+")
    name = NameField(max_length=80, blank=True)
    key = models.CharField(max_length=64, blank=True, db_index=True)
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"a person as {self.entrant}"


class EventLine(ResultColumns):
    """The result on a board of the event at one table of a heat.

    `table` is "" for a line from a file that does not give it. In that case `round` counts the results on the board. A
    line is `withdrawn` if the heat no longer has it but a publication names it. Only `every` finds such a line.
    """

    data_of = OF_EVENT
    objects, every = InTheHeat(), models.Manager()

    heat = models.ForeignKey(Heat, on_delete=CASCADE, related_name="lines")
    board = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    table = models.CharField(max_length=10)
    south = models.ForeignKey(EventEntrant, on_delete=CASCADE, related_name="lines_ns")
    north = models.ForeignKey(EventEntrant, on_delete=CASCADE, related_name="lines_ew")
    withdrawn = models.BooleanField(default=False, editable=False)
    table_board = models.OneToOneField(TableBoard, null=True, blank=True, on_delete=SET_NULL, related_name="event_line")

    class Meta:
        ordering = ["heat", "board", "round", "pk"]
        constraints = [
            UniqueConstraint(fields=["heat", "board", "round", "table"], name="event_line_once"),
            CheckConstraint(condition=Q(status__in=ScoreStatus.values), name="event_line_status_known"),
        ]

    def __str__(self) -> str:
        return f"board {self.board} at {self.table} of {self.heat}"


INVITATION_LIVES = datetime.timedelta(days=14)
MAX_KEPT_STATES = 20


class HeatInvitation(models.Model):
    """The one-time key with which an invited club's server takes over its heat. Only its hash is stored."""

    data_of = OF_EVENT
    heat = models.OneToOneField(Heat, primary_key=True, on_delete=models.CASCADE, related_name="invitation")
    key_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation of {self.heat}"

    @classmethod
    def usable(cls) -> models.QuerySet["HeatInvitation"]:
        """Return the invitations whose keys are still valid."""
        return cls.objects.filter(used_at=None, made_at__gt=timezone.now() - INVITATION_LIVES)

    @property
    def lives_until(self) -> datetime.datetime:
        return self.made_at + INVITATION_LIVES


class HeatAccess(models.Model):
    """A hub's row about the server of a heat. `names` is False if the club lets strangers read no names.

    `waiting` is a state that removes lines after the window, until the organiser takes or refuses it, or None.
    """

    data_of = OF_EVENT
    heat = models.OneToOneField(Heat, primary_key=True, on_delete=models.CASCADE, related_name="access")
    token_hash = models.CharField(max_length=64, unique=True)
    server = models.CharField(max_length=200, blank=True)
    software = models.CharField(max_length=60, blank=True)
    names = models.BooleanField(default=True)
    seen_from = models.CharField(max_length=45, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    waiting = models.JSONField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "heat accesses"

    def __str__(self) -> str:
        return f"token of {self.heat}"


class KeptState(models.Model):
    """One of the last states of a heat of another server as it was sent, without names: JSON, compressed by zlib."""

    data_of = OF_EVENT
    heat = models.ForeignKey(Heat, on_delete=models.CASCADE, related_name="kept_states")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    body = models.BinaryField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["heat", "-number"]
        constraints = [models.UniqueConstraint(fields=["heat", "number"], name="kept_state_number_once")]

    def __str__(self) -> str:
        return f"state {self.number} of {self.heat}"


class HubHeat(models.Model):
    """A club's side of a heat in another server's event: its token there, or "" if all goes by hand, and what is known.

    `told_number` is the number of the last state that the hub took (its ETag). `sent_digest` is the digest of the last
    state that was sent, answered or not. `told_names` and `told_plans` are digests. `silence` says why the hub did not
    answer, and `refusal` why it refused something. `refused_digest` is the digest of a refused state. `conflict` has
    the places of lines that the state here would remove there, until a person decides. `due_at` is when to ask next,
    after `tries` failed attempts. `held_until` keeps two processes from asking at once.
    """

    data_of = OF_EVENT
    heat = models.OneToOneField(Heat, primary_key=True, on_delete=models.CASCADE, related_name="at_hub")
    token = SealedTextField(place=["heat__public_id"], help_text="Of the heat at its hub")
    told_number = models.PositiveIntegerField(default=0)
    told_digest = models.CharField(max_length=64, blank=True)
    told_confirmed = models.BooleanField(default=False)
    told_at = models.DateTimeField(null=True, blank=True)
    sent_digest = models.CharField(max_length=64, blank=True)
    told_names = models.CharField(max_length=64, blank=True)
    told_plans = models.CharField(max_length=64, blank=True)
    facts_etag = models.CharField(max_length=80, blank=True)
    silence = models.CharField(max_length=300, blank=True)
    refusal = models.TextField(blank=True)
    refused_digest = models.CharField(max_length=64, blank=True)
    conflict = models.JSONField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    held_until = models.DateTimeField(null=True, blank=True)
    ranking_at = models.DateTimeField(null=True, blank=True)
    ranking_etag = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return f"{self.heat} at its hub"

    @property
    def is_connected(self) -> bool:
        return bool(self.token)
