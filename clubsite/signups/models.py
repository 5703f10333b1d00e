"""Announced nights, and the people who have replied that they are coming."""

import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubsite.accounts.models import Device, User
from clubsite.clubs.models import Club, Person
from clubsite.clubs.time_zones import zone_of
from clubsite.core.data_map import DataOf, OwnPart, Until
from clubsite.core.named import NameField
from clubsite.core.tokens import new_public_id
from clubsite.nights.models import Section, Session, Team
from games.wording import counted

HOURS_WITHOUT_AN_END = 5
"""The assumed length of a night without an announced end."""
MOST_PLACES = 400
LONGEST_TITLE = 80


class NightKind(models.TextChoices):
    INDIVIDUALS = "individuals", "Individuals"
    PAIRS = "pairs", "Pairs"
    TEAMS = "teams", "Teams"


class ComingNight(models.Model):
    """A night that a club has announced. Its date and times are in the club's own time zone.

    `title` is its name, such as "Christmas pairs", or empty. `places` is the number of players. `sequence` is
    increased by every change that calendars need to know about (RFC 5545). Nights announced together share a
    `batch`.
    """

    data_of = DataOf(
        club="club",
        until=Until(75, "coming", "announcements of nights deleted", lambda before: Q(date__lt=before.date())),
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="coming_nights")
    public_id = models.CharField(max_length=12, unique=True, default=new_public_id)
    batch = models.CharField(max_length=12, default=new_public_id)
    title = models.CharField(max_length=LONGEST_TITLE, blank=True)
    date = models.DateField()
    start = models.TimeField()
    end = models.TimeField(null=True, blank=True, help_text="Not after the start: on the next day")
    place = models.CharField(max_length=200, blank=True)
    fee = models.CharField(max_length=120, blank=True)
    kind = models.CharField(max_length=12, choices=NightKind, default=NightKind.INDIVIDUALS)
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    note = models.TextField(max_length=1000, blank=True)
    sequence = models.PositiveIntegerField(default=0)
    announced_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    announced_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    players: int
    waiting: int
    """The players who are coming and those who wait, of a night that `selectors.nights.with_counts` has counted."""

    class Meta:
        ordering = ["date", "start", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=NightKind.values), name="coming_night_kind_known"),
            models.CheckConstraint(
                condition=Q(places=None) | Q(places__gte=1, places__lte=MOST_PLACES), name="coming_night_places_few"
            ),
        ]

    def __str__(self) -> str:
        return f"the night of {self.date.day} {self.date:%B %Y}"

    @property
    def starts_at(self) -> datetime.datetime:
        return datetime.datetime.combine(self.date, self.start, tzinfo=zone_of(self.club))

    @property
    def ends_at(self) -> datetime.datetime | None:
        """The end of the night, or None if no end was announced."""
        if self.end is None:
            return None
        day = self.date + datetime.timedelta(days=self.end <= self.start)
        return datetime.datetime.combine(day, self.end, tzinfo=zone_of(self.club))

    @property
    def who_plays(self) -> str:
        if self.kind == NightKind.INDIVIDUALS:
            return "Each for themselves: nobody needs a partner"
        return str(self.get_kind_display())

    @property
    def sought(self) -> str:
        """Return what a player who comes alone is missing: "a partner" or "a team"."""
        return "a partner" if self.kind == NightKind.PAIRS else "a team"

    @property
    def cancelled(self) -> bool:
        return self.cancelled_at is not None

    @property
    def over(self) -> bool:
        """True if the night has ended. A night without an announced end is over some hours after its start."""
        return timezone.now() >= (self.ends_at or self.starts_at + datetime.timedelta(hours=HOURS_WITHOUT_AN_END))

    @property
    def open(self) -> bool:
        """True if people may still sign up or withdraw."""
        return not self.cancelled and timezone.now() < self.starts_at

    @property
    def free(self) -> int | None:
        """The number of free places, or None if there is no limit."""
        return None if self.places is None else max(0, self.places - self.players)

    @property
    def full(self) -> bool:
        return self.free == 0

    @property
    def room(self) -> str:
        """The text after the number of players: `, full, 2 wait`, `, 3 places left`, or "" if places are unlimited."""
        if self.free is None:
            return ""
        if self.free:
            return f", {counted(self.free, 'place')} left"
        return ", full" + (f", {self.waiting} {'waits' if self.waiting == 1 else 'wait'}" if self.waiting else "")


class ReplyState(models.TextChoices):
    IN = "in", "comes"
    WAITING = "waiting", "waits"
    GONE = "gone", "does not come"


class Reply(models.Model):
    """A reply in which one player says that they are coming, or that their pair or team is.

    `turn` is the reply's position in the order in which places are given. `key_hash` is the hash of the key of the
    page that sent it. `link_number` is the number of the private link that works; each new link ends the previous
    one. `beside` is another player's reply that a director has joined to this one. `moved_up_at` is the time when
    the reply got a place after waiting, or None.
    """

    data_of = DataOf(club="night__club", left_out=("device", "mail", "key_hash"))
    night = models.ForeignKey(ComingNight, on_delete=models.CASCADE, related_name="replies")
    state = models.CharField(max_length=8, choices=ReplyState)
    turn = models.PositiveIntegerField()
    team = models.CharField(max_length=60, blank=True)
    mail = models.EmailField(blank=True)
    key_hash = models.CharField(max_length=64, unique=True)
    link_number = models.PositiveSmallIntegerField(default=1)
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="coming_replies")
    beside = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="beside_of")
    by_director = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    moved_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["turn", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=ReplyState.values), name="reply_state_known"),
            models.UniqueConstraint(fields=["night", "turn"], name="reply_turn_once_a_night"),
        ]

    def __str__(self) -> str:
        return f"reply {self.pk}"


class JoinedBy(models.TextChoices):
    """How a player was linked to a person in the club. A device is not proof of identity; the other two ways are."""

    ACCOUNT = "account", "signed in"
    DEVICE = "device", "said on a device"
    DIRECTOR = "director", "a director"


class ReplyPlayer(models.Model):
    """A player who is coming. `name` is as typed, or as shown to the player; `person` is the person in the club."""

    data_of = DataOf(
        club="reply__night__club",
        person="person",
        own_data=OwnPart(
            order=31,
            key="coming",
            title="Nights that you said you come to",
            why="So that the club knows who comes. It is deleted two weeks after the night.",
            columns={
                "club": "reply.night.club.name",
                "night": "reply.night.date",
                "name": "name",
                "answer": "reply.get_state_display",
                "said": "reply.made_at",
                "joined to you by": "get_joined_by_display",
                # the address of a pair may belong to the other player
                "mail address": lambda row: row.reply.mail if row.reply.players.count() == 1 else "",
            },
            sort=("-reply__night__date", "-pk"),
        ),
    )

    reply = models.ForeignKey(Reply, on_delete=models.CASCADE, related_name="players")
    name = NameField(max_length=80)
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.PROTECT, related_name="coming_players")
    joined_by = models.CharField(max_length=8, choices=JoinedBy, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="reply_player_has_a_name"),
            models.CheckConstraint(
                condition=Q(person=None, joined_by="") | Q(person__isnull=False, joined_by__in=JoinedBy.values),
                name="reply_player_joined_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.pk}"

    @property
    def known_name(self) -> str:
        """The player's name in the club if they are joined to a person, else the typed name."""
        return self.person.name if self.person is not None else self.name


class Filling(models.Model):
    """Empty places in a session that were filled in one go with people who are coming. The last filling can be undone.

    `made` lists the people that the filling added to the club's list, and `teams` the teams that it named.
    """

    data_of = DataOf(session="session")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="fillings")
    made = models.ManyToManyField(Person, related_name="+")
    teams = models.ManyToManyField(Team, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"filling {self.pk} of {self.session}"


class FilledPlace(models.Model):
    """A place that a filling gave to somebody. `partner` is true for the second place of a pair."""

    data_of = DataOf(session="filling__session")
    filling = models.ForeignKey(Filling, on_delete=models.CASCADE, related_name="places")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()
    partner = models.BooleanField()
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.person} as {self.section.label(self.number)}"
