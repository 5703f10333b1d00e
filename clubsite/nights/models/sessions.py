"""A session and its parts: the sections and their tables."""

import datetime
from functools import reduce
from operator import or_

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubsite.clubs.models import Club
from clubsite.core.data_map import DataOf
from clubsite.core.named import Named, NameField
from clubsite.core.tokens import new_code, new_public_id
from clubsite.play.models import Room, SeatHolder, SeatKind
from clubsite.play.robot_names import STRENGTHS

SESSION_GAME = "solo"
FIRST_DAY = datetime.date(2000, 1, 1)  # before the site and the game: a slip of the keyboard
MAX_DAYS_AHEAD = 366


def session_date_fault(date: datetime.date) -> str:
    """Return a sentence saying what is wrong with a session's date, or ""."""
    last = timezone.localdate() + datetime.timedelta(days=MAX_DAYS_AHEAD)
    if FIRST_DAY <= date <= last:
        return ""
    return f"Choose a day from 1 January 2000 to {last:%-d %B %Y}, a year from now."


def validate_session_date(date: datetime.date) -> None:
    """Raise ValidationError if a session cannot have this date."""
    if fault := session_date_fault(date):
        raise ValidationError(fault)


class SessionStatus(models.TextChoices):
    DRAFT = "draft", "Being set up"
    RUNNING = "running", "In play"
    PAUSED = "paused", "Paused"
    ENDED = "ended", "Ended"


class ClaimChecking(models.TextChoices):
    """The possible ways of checking claims in a session."""

    PLAYERS = "players", "the opponent answers"
    EXACT = "exact", "checked by computer"


class TravellersShown(models.TextChoices):
    """When a table may see other tables' results on a board that it has played (SOLO-30)."""

    AFTER_BOARD = "after_board", "after each board"
    AT_END = "at_end", "when the results are published"


class WatchDelay(models.IntegerChoices):
    """The possible delays, in minutes, for watching a table."""

    CLOSED = 0, "when the board is closed"
    FIVE = 5, "5 minutes behind"
    TEN = 10, "10 minutes behind"
    FIFTEEN = 15, "15 minutes behind"


class SectionKind(models.TextChoices):
    """The kinds of play that a section can have."""

    TWO_HANDED = "two_handed", "Two-handed, a player a side"
    FOUR_HANDED = "four_handed", "Four-handed, in pairs"


class Session(Named):
    """One session of a club."""

    data_of = DataOf(session="pk")
    public_id = models.CharField(max_length=20, unique=True, default=new_public_id)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="sessions")
    name = NameField(max_length=120)
    date = models.DateField(validators=[validate_session_date])
    status = models.CharField(max_length=8, choices=SessionStatus, default=SessionStatus.DRAFT)
    players = models.PositiveSmallIntegerField(help_text="Contestants expected, odd too")
    robot = models.CharField(
        max_length=10, blank=True, help_text="Strength of the robot asked to fill an odd field; empty: a sit-out"
    )
    boards_per_round = models.PositiveSmallIntegerField(default=3)
    minutes_per_board = models.PositiveSmallIntegerField(default=8)
    options = models.JSONField(default=dict, blank=True, help_text="Options of the game, as games.registry names them")
    claim_checking = models.CharField(
        max_length=8, choices=ClaimChecking, default=ClaimChecking.PLAYERS, help_text="Checked by computer, or not"
    )
    travellers = models.CharField(
        max_length=11,
        choices=TravellersShown,
        default=TravellersShown.AFTER_BOARD,
        help_text="When a table is told how others fared on a board that it has played",
    )
    order_check = models.BooleanField(
        default=True, help_text="Tables with cards are asked whether both dummies are in order (SOLO-4)"
    )
    scoring = models.JSONField(
        default=dict, blank=True, help_text="How it is scored, as scoring.settings reads it; {}: as usual"
    )
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=SessionStatus.values), name="session_status_known"),
            models.CheckConstraint(
                condition=Q(claim_checking__in=ClaimChecking.values), name="session_claim_checking_known"
            ),
            models.CheckConstraint(condition=Q(travellers__in=TravellersShown.values), name="session_travellers_known"),
            models.CheckConstraint(condition=Q(players__gte=2, players__lte=120), name="session_players_2_to_120"),
            models.CheckConstraint(
                condition=Q(boards_per_round__gte=1, boards_per_round__lte=12), name="session_boards_a_round_1_to_12"
            ),
            models.CheckConstraint(condition=Q(robot__in=["", *STRENGTHS]), name="session_robot_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.date}"


class Section(models.Model):
    """Contestants who play one movement with one set of boards. `round_number` is 0 before the start."""

    data_of = DataOf(session="session")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sections")
    name = models.CharField(max_length=10, default="A")
    lettered = models.BooleanField(
        default=False, help_text="One of several: its tables and contestants are called A3, B7"
    )
    kind = models.CharField(max_length=11, choices=SectionKind, default=SectionKind.TWO_HANDED)
    players = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Contestants expected (players, or pairs); empty: the session's"
    )
    live = models.BooleanField(
        default=True, help_text="Played on the site; otherwise with physical cards, scores typed in"
    )
    other_tables = models.JSONField(
        default=list, blank=True, help_text="Numbers of the tables that play the other way than `live` says"
    )
    table_devices = models.BooleanField(
        default=False, help_text="With cards: a device that joins stays at its table; otherwise it goes with a player"
    )
    board_set = models.ForeignKey(
        "nights.BoardSet", null=True, blank=True, on_delete=models.SET_NULL, related_name="sections"
    )
    own_boards = models.BooleanField(default=False, help_text="Plays boards of its own, not the session's")
    own_boards_per_round = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Where it plays others than the session says"
    )
    own_minutes_per_board = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Where its clock is not the session's"
    )
    round_number = models.PositiveSmallIntegerField(default=0)
    hold = models.BooleanField(default=False, help_text="The director moves the next round on")

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["session", "name"], name="section_name_once_a_session"),
            models.CheckConstraint(condition=Q(kind__in=SectionKind.values), name="section_kind_known"),
            models.CheckConstraint(
                condition=Q(kind=SectionKind.TWO_HANDED) | Q(live=False), name="section_live_is_two_handed"
            ),
            models.CheckConstraint(
                condition=Q(own_boards_per_round__isnull=True)
                | Q(own_boards_per_round__gte=1, own_boards_per_round__lte=12),
                name="section_boards_a_round_1_to_12",
            ),
        ]

    def __str__(self) -> str:
        return f"section {self.name}"

    @property
    def pairs(self) -> bool:
        """True if each contestant is a pair of players."""
        return self.kind == SectionKind.FOUR_HANDED

    @property
    def expected(self) -> int:
        """The number of contestants (players or pairs) that are expected."""
        return self.players or self.session.players

    @property
    def boards_per_round(self) -> int:
        """The number of boards in each of the section's rounds: the section's own number, or the session's."""
        return self.own_boards_per_round or self.session.boards_per_round

    @property
    def minutes_per_board(self) -> int:
        """The minutes per board on the section's clock: the section's own number, or the session's."""
        return self.own_minutes_per_board or self.session.minutes_per_board

    @property
    def own_pace(self) -> bool:
        """True if the section's boards per round or minutes per board differ from the session's."""
        return bool(self.own_boards_per_round or self.own_minutes_per_board)

    @property
    def robot(self) -> str:
        """The strength of the robot that takes the section's empty seat, or "" if there is no robot."""
        return self.session.robot if not self.any_cards and self.expected % 2 else ""

    def live_at(self, number: int) -> bool:
        """True if the table with this number plays on the site, False if it plays with cards."""
        return self.live != (number in self.other_tables)

    @property
    def any_cards(self) -> bool:
        """True if at least one of the section's tables plays with cards."""
        return not self.live or bool(self.other_tables)

    @property
    def any_live(self) -> bool:
        """True if at least one of the section's tables plays on the site."""
        return self.live or bool(self.other_tables)

    @property
    def mixed(self) -> bool:
        """True if some of the section's tables play with cards and others on the site."""
        return bool(self.other_tables)

    @property
    def field(self) -> int:
        """The number of contestants that the movement must seat, including the robot."""
        return self.expected + bool(self.robot)

    @property
    def letter(self) -> str:
        """The section's name, or "" if there is only one section."""
        return self.name if self.lettered else ""

    @property
    def boards_letter(self) -> str:
        """The section's name if it plays boards of its own, else ""."""
        return self.name if self.own_boards else ""

    def label(self, number: int) -> str:
        """Return the label of the table or contestant with this number: "7", or "B7" if there are several sections."""
        return f"{self.letter}{number}"


class Table(SeatHolder):
    """A table in a section, its room, and its code. On the device of its own seat South types and North confirms."""

    data_of = DataOf(session="section__session")
    SEAT = SeatKind.TABLE

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="table")
    code = models.CharField(max_length=6, unique=True, default=new_code)
    watch = models.PositiveSmallIntegerField(
        null=True, blank=True, choices=WatchDelay, help_text="How it may be watched; empty: not at all"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="table_number_once_a_section"),
            models.CheckConstraint(
                # Not IN with numbers: Django cannot read such a table of SQLite back
                # (`core.older_database`).
                condition=Q(watch__isnull=True) | reduce(or_, (Q(watch=delay) for delay in WatchDelay.values)),
                name="table_watch_known",
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"

    @property
    def label(self) -> str:
        """The table's number as shown on pages and used in addresses, such as "3" or "A3"."""
        return self.section.label(self.number)

    @property
    def live(self) -> bool:
        """True if the table currently plays on the site, not with cards. A board already dealt keeps its setting."""
        return self.section.live_at(self.number)
