"""An event: what is announced, its secret, and what happened to it."""

import datetime
from string import Formatter
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint
from django.urls import reverse
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.clubs.time_zones import zone_named, zone_of
from clubsite.core.data_map import DataOf
from clubsite.core.named import Named, NameField
from clubsite.core.sealed_fields import SealedTextField
from clubsite.core.tokens import new_public_id
from games.event_seed import LONGEST_NUMBER, MAX_NUMBERS
from games.wording import counted
from scoring.settings import ScoringSettings

MAX_EVENT_BOARDS, MAX_TABLES_OF_A_HEAT, MAX_CORRECTION_HOURS = 60, 60, 24 * 30
EARLIEST, LATEST = (datetime.datetime(year, 1, 1, tzinfo=datetime.UTC) for year in (2000, 2200))
LONGEST_FEE_TEXT, LONGEST_NUMBER_OF = 300, 120
LONGEST_PUBLIC_NUMBER = MAX_NUMBERS * (LONGEST_NUMBER + 1)

OF_EVENT = DataOf(not_in_file="an event stays on its server, because its other clubs need it")
"""Says that rows are in no club file. A club that moves takes the nights of its heats along as ordinary nights, and
`services.club_erasure` parts a club that is erased from its events.
"""


class EventStatus(models.TextChoices):
    """The stages of an event that a person sets. The window opens and closes by the clock."""

    DRAFT = "draft", "Being set up"
    ANNOUNCED = "announced", "Announced"
    PUBLISHED = "published", "Published"
    CANCELLED = "cancelled", "Cancelled"


class EventJoining(models.TextChoices):
    OPEN = "open", "every club"
    APPROVAL = "approval", "clubs that the organiser approves one by one"
    INVITATION = "invitation", "clubs that the organiser invites"


class EventWinners(models.IntegerChoices):
    TOGETHER = 1, "together, in one list"
    APART = 2, "apart, in two lists"


class Event(Named):
    """An event over many clubs.

    `club` is the organiser. It is None if the club has been erased, or if the event belongs to another server, its
    `hub`; `organiser` then has the name. `hub` has an address, or "by hand" and the club that took the event over.
    `sealed_boards` are from the hub, and `heard_standing` is what it last said about the whole event (`EventStanding`).
    The deals follow from `secret` and `public_number` (`games.event_seed`). `commitment` is public from the
    announcement on, and `shown_secret` has the secret once the event is over everywhere. The announcement fixes the
    form of the public number: `number_count` whole numbers of `number_of`, such as the main numbers of a lottery draw,
    in the form written by `games.event_seed.numbers_read`, or "" until they are known.
    """

    data_of = OF_EVENT
    public_id = models.CharField(max_length=20, unique=True, default=new_public_id)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, related_name="events_organised")
    name = NameField(max_length=120)
    organiser = models.CharField(max_length=120, blank=True, help_text="Of an event whose organiser is no club here")
    status = models.CharField(max_length=9, choices=EventStatus, default=EventStatus.DRAFT)
    window_opens = models.DateTimeField()
    window_closes = models.DateTimeField()
    boards = models.PositiveSmallIntegerField(default=24)
    options = models.JSONField(default=dict, blank=True, help_text="Options of the game, as games.registry names them")
    scoring = models.JSONField(default=dict, blank=True, help_text="As scoring.settings reads it; {}: as usual")
    winners = models.PositiveSmallIntegerField(choices=EventWinners, default=EventWinners.TOGETHER)
    min_tables = models.PositiveSmallIntegerField(default=3, help_text="Of a heat that counts")
    min_boards = models.PositiveSmallIntegerField(default=18, help_text="Of a contestant who gets a place")
    correction_hours = models.PositiveSmallIntegerField(default=24, help_text="After the first publication")
    joining = models.CharField(max_length=10, choices=EventJoining, default=EventJoining.APPROVAL)
    fee = models.CharField(max_length=LONGEST_FEE_TEXT, blank=True)
    master_points = models.BooleanField(default=False)
    publish_by_clock = models.BooleanField(default=True)
    number_count = models.PositiveSmallIntegerField(default=0, help_text="Whole numbers; 0: no public number")
    number_of = models.CharField(max_length=LONGEST_NUMBER_OF, blank=True)
    number_day = models.DateField(null=True, blank=True)
    public_number = models.CharField(max_length=LONGEST_PUBLIC_NUMBER, blank=True)
    public_number_at = models.DateTimeField(null=True, blank=True)
    secret = SealedTextField(place=["public_id"], help_text="256 bits in hexadecimal digits, until the event is over")
    shown_secret = models.CharField(max_length=64, blank=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    hub = models.CharField(max_length=200, blank=True, help_text="The organiser's server; empty: this one")
    hub_id = models.CharField(max_length=20, blank=True, help_text="The event's id there")
    page_address = models.URLField(max_length=200, blank=True)
    heard_standing = models.JSONField(default=dict, blank=True, editable=False)
    sealed_boards = models.TextField(blank=True, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    announced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-window_opens", "-pk"]
        constraints = [
            CheckConstraint(condition=Q(status__in=EventStatus.values), name="event_status_known"),
            CheckConstraint(condition=Q(joining__in=EventJoining.values), name="event_joining_known"),
            CheckConstraint(condition=Q(winners__in=EventWinners.values), name="event_winners_known"),
            CheckConstraint(condition=Q(boards__gte=1, boards__lte=MAX_EVENT_BOARDS), name="event_boards_1_to_60"),
            CheckConstraint(  # every clock can show them
                condition=Q(window_opens__gte=EARLIEST, window_closes__gt=F("window_opens"), window_closes__lt=LATEST),
                name="event_window_closes_after_it_opens",
            ),
            CheckConstraint(
                condition=Q(status__in=["draft", "cancelled"]) | ~Q(commitment=""), name="event_announced_is_committed"
            ),
            CheckConstraint(
                condition=Q(club__isnull=False, hub="") | (Q(club__isnull=True) & (~Q(hub="") | ~Q(organiser=""))),
                name="event_has_a_club_or_a_hub",
            ),
            UniqueConstraint(fields=["hub", "hub_id"], condition=~Q(hub=""), name="event_once_a_hub"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("events:event", args=[self.public_id])

    @property
    def scoring_settings(self) -> ScoringSettings:
        return ScoringSettings.from_json(self.scoring)

    @property
    def zone(self) -> ZoneInfo:
        """The organiser's time zone, or the site's for another server's event."""
        return zone_of(self.club) if self.club is not None else zone_named("")

    @property
    def stage(self) -> str:
        if self.status != EventStatus.ANNOUNCED:
            return str(self.get_status_display())
        if self.is_closed():
            return "Played, not published yet"
        return "Being played" if self.is_open() else "Announced"

    @property
    def mark(self) -> str:
        """The class of `.state` that shows which stage the event has reached."""
        if self.is_open():
            return "play"
        return "done" if self.status in (EventStatus.PUBLISHED, EventStatus.CANCELLED) else "wait"

    @property
    def is_remote(self) -> bool:
        return bool(self.hub)

    @property
    def seal_id(self) -> str:
        """The event's id at its organiser's server. The seed and the key of the boards depend on it."""
        return self.hub_id or self.public_id

    @property
    def public_number_words(self) -> str:
        """The numbers that are meant, such as "6 numbers: main numbers of the Lotto of 25 November 2026", or ""."""
        if not self.number_count:
            return ""
        day = f" of {self.number_day.day} {self.number_day:%B %Y}" if self.number_day is not None else ""
        return f"{counted(self.number_count, 'number')}: {self.number_of}{day}"

    @property
    def organiser_name(self) -> str:
        return self.club.name if self.club is not None else self.organiser

    def is_closed(self, now: datetime.datetime | None = None) -> bool:
        return self.window_closes <= (now or timezone.now())

    def is_open(self) -> bool:
        """True if heats can begin now."""
        return self.status == EventStatus.ANNOUNCED and self.window_opens <= timezone.now() and not self.is_closed()

    def awaits_public_number(self) -> bool:
        """True if the public number that the announcement names has not been typed yet."""
        return self.number_count > 0 and not self.public_number


class EventAction(models.TextChoices):
    """A kind of line in the log. The code is stored and never changes; the label is shown after the actor's name."""

    MADE = "made", "set up the event"
    CHANGED = "changed", "changed"
    ANNOUNCED = "announced", "announced the event"
    CANCELLED = "cancelled", "cancelled the event"
    NUMBER_TYPED = "number_typed", "typed the public number"
    INVITED = "invited", "invited"
    INVITATION_WITHDRAWN = "invitation_withdrawn", "withdrew the invitation to"
    INVITATION_DECLINED = "invitation_declined", "declined the invitation to"
    JOINED = "joined", "joined the event:"
    ASKED = "asked", "asked to take part:"
    ACCEPTED = "accepted", "accepted"
    DECLINED = "declined", "declined"
    LEFT = "left", "left the event:"
    HEAT_CLOSED = "heat_closed", "ended the night of a heat that had not ended it:"
    LEFT_OUT = "left_out", "left a heat out of the event:"
    PLANNED = "planned", "planned a heat"
    DEALER_NAMED = "dealer_named", "named as dealer"
    CARDS_RELEASED = "cards_released", "got the cards of the boards"
    STARTED = "started", "started a heat"
    PLAYED_TWICE = "played_twice", "found somebody who plays a second time:"
    FILE_TAKEN = "file_taken", "took the results of a heat from a file:"
    FILE_REFUSED = "file_refused", "refused a file of results:"
    CONFIRMED = "confirmed", "confirmed a heat"
    UNCONFIRMED = "unconfirmed", "took the confirmation back"
    SECRET_SHOWN = "secret_shown", "published the secret"
    PUBLISHED = "published", "published the ranking"
    FACTS_REFUSED = "facts_refused", "refused other facts from the organiser’s server than it heard first:"
    FILE_READ = "file_read", "read a file of the organiser’s server:"
    SENT_OVER = "sent_over", "sent results over others that the organiser’s server had, of"
    CONNECTION_ENDED = "connection_ended", "ended the connection with the organiser’s server, of"
    HEARD_OF = "heard_of", "took over an event of another server:"
    KEY_SENT = "key_sent", "sent the key of the boards to"
    KEY_RECEIVED = "key_received", "received the key of the boards for"
    ENVELOPE_PRINTED = "envelope_printed", "printed a sealed envelope with the key for"
    ENVELOPE_USED = "envelope_used", "opened the sealed envelope with the key of"
    CORRECTED = "corrected", "corrected results of"
    TOKEN_REVOKED = "token_revoked", "ended the connection to the server of"
    OTHER_ADDRESS = "other_address", "took results from another network address than before, of"
    STATE_PUT_BACK = "state_put_back", "let earlier results count again:"
    STATE_REFUSED = "state_refused", "refused results that take others away, of"


SUBJECTS = {
    frozenset(field for _, field, *_ in Formatter().parse(words) if field): words
    for words in (
        "{fact}",
        "{fact}: {now} instead of {before}",
        "{now}, instead of {before}",
        "{counted} of {expected} scores counted",
        "version {version}",
        "number {number}",
        "results: {results}",
        "{file}, SHA-256 {sha256}",
        "{club}, SHA-256 {sha256}",
        "{club}, state {state} of {at} UTC",
        "{club}, {server}",
        "{club}: {why}",
        "{club}, results that are gone: {fewer}",
        "{file}: {fault} ({faults} in all)",
    )
}
"""The subjects of log lines in words, by the names of their facts."""


class EventLogLine(models.Model):
    """Something that happened to an event: who did it, when, and to which heat. Lines are added but never changed."""

    data_of = OF_EVENT
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="log")
    heat = models.ForeignKey("events.Heat", null=True, blank=True, on_delete=models.PROTECT, related_name="log_lines")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    actor = models.CharField(max_length=120)
    action = models.CharField(max_length=30, choices=EventAction)
    subject = models.CharField(max_length=300, blank=True, help_text="A name, or a number such as a commitment")
    facts = models.JSONField(default=dict, blank=True, help_text="Instead of a subject, the facts of one of SUBJECTS")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [CheckConstraint(condition=Q(action__in=EventAction.values), name="event_action_known")]

    def __str__(self) -> str:
        return f"{self.actor} {self.get_action_display()} {self.about}".strip()

    @property
    def about(self) -> str:
        """The subject of the line in words. A `fact` is the name of a column."""
        facts = {name: str(value).replace("_", " ") if name == "fact" else value for name, value in self.facts.items()}
        return SUBJECTS[frozenset(facts)].format(**facts) if facts else self.subject
