"""Matches at home: a table for one game with a friend, a stranger, the robot or alone, and the holders of its seats;
what players say there, and whom they block or report.
"""

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet

from clubsite.accounts.models import Device
from clubsite.clubs.models import Club
from clubsite.core.data_map import SITE, DataOf, OwnPart, Until, declare
from clubsite.core.tokens import new_code, new_public_id
from clubsite.nights.models import Board
from clubsite.play.models import Play, Room, SeatHolder, SeatKind


class Against(models.TextChoices):
    FRIEND = "friend", "a friend"
    ANYBODY = "anybody", "whoever comes"
    ROBOT = "robot", "the robot"
    NOBODY = "nobody", "nobody: a solitaire"


class MatchState(models.TextChoices):
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Phrase(models.TextChoices):
    """Everything that players at home can say to each other. The label is what the other reads."""

    HELLO = "hello", "Hello!"
    GOOD_LUCK = "good_luck", "Good luck!"
    WELL_PLAYED = "well_played", "Well played!"
    UNLUCKY = "unlucky", "That was unlucky."
    MOMENT = "moment", "One moment, please."
    BACK = "back", "I am back."
    SORRY = "sorry", "Sorry, that took me long."
    THANKS = "thanks", "Thank you for the game."
    AGAIN = "again", "Shall we play again?"
    TOMORROW = "tomorrow", "I have to go. Shall we play on tomorrow?"
    YES = "yes", "Yes, gladly."
    NO = "no", "No, thank you."


class ReportReason(models.TextChoices):
    """A reason for which a player may report the other. The label is the player's answer."""

    NAME = "name", "Their name offends"
    WORDS = "words", "They pester me with words"
    DELAYS = "delays", "They delay the game on purpose"
    LEAVES = "leaves", "They leave when they are losing"
    KNOWS = "knows", "They seem to know hidden cards"


class ReportDecision(models.TextChoices):
    """A decision of the keeper of the site about a report. The label is what the reporter reads."""

    NOTHING = "nothing", "Nothing is to be done"
    TALKED = "talked", "Somebody has talked to the player"
    RENAMED = "renamed", "The name was taken off"
    EXCLUDED = "excluded", "The player may no longer meet strangers here"


FORMER_PLAYER = "A former player"


class HomeMatch(models.Model):
    """A match: deals of one game that are scored together. Its plays belong to its room, and determine `standing`.

    `first` is the player who deals first, chosen at random. The seed is kept secret on the server, even after the
    match. A match against whoever comes is an open invitation while it waits: a robot may sit opposite its host until a
    person comes, and only the deals of those who sit there now count.
    """

    data_of = SITE
    public_id = models.CharField(max_length=20, unique=True, default=new_public_id)
    code = models.CharField(max_length=6, unique=True, default=new_code, help_text="What a friend types")
    game = models.CharField(max_length=40)
    against = models.CharField(max_length=8, choices=Against)
    options = models.JSONField(default=dict, help_text="Of each play, as games.registry knows them")
    match_options = models.JSONField(default=dict, help_text="Of the match, as scoring.home knows them")
    strength = models.CharField(
        max_length=10,
        blank=True,
        default="",
        help_text="Of the robot (solver.strengths, solver.guesses); empty: its game's own, or none at a solitaire",
    )
    claims_checked = models.BooleanField(default=False, help_text="Claims are checked by the exact value")
    at_once = models.BooleanField(default=False, help_text="The robot acts at once, without a person's pace")
    clock = models.PositiveSmallIntegerField(default=0, help_text="Minutes of each player for a deal; 0: no clock")
    first = models.CharField(max_length=1)
    seed = models.CharField(max_length=40)
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="home_match")
    state = models.CharField(max_length=8, choices=MatchState, default=MatchState.WAITING)
    ended = models.BooleanField(default=False, help_text="Ended by a player before its time")
    repeats = models.ForeignKey(
        Play, null=True, on_delete=models.PROTECT, related_name="+", help_text="Practice: this deal again"
    )
    position = models.JSONField(
        null=True,
        help_text='Practice from the middle: {"setup", "log"}, what a play starts from and what was done by then',
    )
    club_board = models.ForeignKey(
        Board,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Practice: this board of a club's night",
    )
    again = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="before", help_text="The match after it"
    )
    clubs = models.ManyToManyField(
        Club, blank=True, related_name="+", help_text="Whose members are invited, if it is open to whoever comes"
    )
    standing = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "home matches"
        constraints = [
            models.CheckConstraint(condition=models.Q(first__in=["S", "N"]), name="match_first_known"),
            models.CheckConstraint(condition=models.Q(against__in=Against.values), name="match_against_known"),
            models.CheckConstraint(condition=models.Q(state__in=MatchState.values), name="match_state_known"),
            models.CheckConstraint(
                condition=models.Q(state="over", over_at__isnull=False)
                | (~models.Q(state="over") & models.Q(over_at__isnull=True)),
                name="match_over_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"

    @property
    def is_practice(self) -> bool:
        """True if the deal was known before, so that it is not scored."""
        return self.repeats_id is not None or self.position is not None

    @property
    def robot_plays_too(self) -> bool:
        """True if a robot plays each deal of this solitaire after its player."""
        return self.against == Against.NOBODY and self.strength != "" and not self.is_practice


declare(
    DataOf(club="club", not_in_file="an invitation to play at home on this site"),
    "home.homematch_clubs",
)


class HomeSeat(SeatHolder):
    """The holder of S or N: the robot, or a device with a name and, if someone is signed in, a user."""

    data_of = DataOf(
        account="user",
        own_data=OwnPart(
            order=65,
            key="matches",
            title="Matches at home",
            why="So that you and the other player find them again.",
            columns={
                "game": "match.game",
                "begun": "match.created_at",
                "sat": "player",
                "name": "name",
                "against": "match.get_against_display",
            },
            sort=("-pk",),
        ),
        account_end=lambda rows: rows.update(user=None, name=FORMER_PLAYER),
    )

    SEAT = SeatKind.HOME

    match = models.ForeignKey(HomeMatch, on_delete=models.PROTECT, related_name="seats")
    player = models.CharField(max_length=1)
    name = models.CharField(max_length=40)
    device = models.ForeignKey(Device, null=True, on_delete=models.PROTECT, related_name="home_seats")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="home_seats")
    robot = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="home_seat_once_a_side"),
            models.CheckConstraint(condition=models.Q(player__in=["S", "N"]), name="home_seat_player_known"),
            models.CheckConstraint(
                condition=models.Q(robot=True, device__isnull=True) | models.Q(robot=False, device__isnull=False),
                name="home_seat_robot_or_device",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.player})"


class RobotDeal(models.Model):
    """The robot's result in a solitaire deal that the player has finished. The match has the robot's strength.

    `tricks` are the declarer's.
    """

    data_of = SITE
    play = models.OneToOneField(Play, on_delete=models.CASCADE, related_name="robot_deal")
    contract = models.CharField(max_length=4)
    declarer = models.CharField(max_length=1)
    tricks = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(declarer__in=["S", "N"]), name="robot_deal_declarer_known"),
            models.CheckConstraint(condition=models.Q(tricks__lte=13), name="robot_deal_tricks_possible"),
        ]

    def __str__(self) -> str:
        return f"robot's deal of {self.play}"


class Challenge(models.Model):
    """A challenge: two people play the same deals against a robot within a week, each in a match of their own.

    The host's match has all the terms. `guest` is the match of whoever takes the challenge, or None until then.
    """

    data_of = SITE
    public_id = models.CharField(max_length=20, unique=True, default=new_public_id)
    host = models.OneToOneField(HomeMatch, on_delete=models.PROTECT, related_name="challenge_made")
    guest = models.OneToOneField(HomeMatch, null=True, on_delete=models.PROTECT, related_name="challenge_taken")
    closes_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(guest=models.F("host")), name="challenge_of_two_matches"),
        ]

    def __str__(self) -> str:
        return f"challenge {self.public_id}"


class TableWord(models.Model):
    """One phrase that a player said to the other at a table at home."""

    data_of = DataOf(
        account="seat__user",
        until=Until(
            59,
            "words",
            "phrases of players at home deleted",
            # not at a table with a report
            lambda before: ~Exists(PlayerReport.objects.filter(of__match=OuterRef("seat__match"))) & Q(at__lt=before),
        ),
        own_data=OwnPart(
            order=66,
            key="words",
            title="What you said to others at home",
            why="So that a report by either of you can be looked into.",
            columns={"at": "at", "said": "get_phrase_display"},
            sort=("-pk",),
        ),
    )

    seat = models.ForeignKey(HomeSeat, on_delete=models.CASCADE, related_name="words")
    phrase = models.CharField(max_length=12, choices=Phrase)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(phrase__in=Phrase.values), name="word_phrase_known"),
        ]

    def __str__(self) -> str:
        return self.get_phrase_display()


class PlayerBlock(models.Model):
    """A player's wish never to meet another again. Each of the two is known by a device and, if signed in, an account.

    `name` is what the other was called at the table.
    """

    data_of = DataOf(
        account="by_user",
        until=Until(
            61,
            "blocks",
            "blocks of players without an account deleted",
            lambda before: Q(at__lt=before, by_user=None),
        ),
        own_data=OwnPart(
            order=67,
            key="blocks",
            title="People whom you have blocked",
            why="So that you do not meet them at home.",
            columns={"name": "name", "since": "at"},
        ),
        account_end=QuerySet.delete,
    )

    by_device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="blocks_made")
    by_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="blocks_made"
    )
    of_device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="blocks_met")
    of_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="blocks_met"
    )
    name = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["by_device", "of_device"], name="block_once"),
        ]

    def __str__(self) -> str:
        return f"block {self.pk}"


class PlayerReport(models.Model):
    """A report of the player in the seat `of` by the opponent, and the decision of the site's keeper on it."""

    data_of = DataOf(
        account="of__user",
        until=Until(
            58,
            "reports",
            "closed reports of players at home deleted",
            # those that exclude a player stay in force
            lambda before: Q(decided_at__lt=before) & ~Q(decision=ReportDecision.EXCLUDED),
        ),
        own_data=OwnPart(
            order=68,
            key="reports",
            title="Reports of you by players at home",
            why="So that the keeper of the site can act on them.",
            columns={
                "at": "at",
                "reason": "get_reason_display",
                "decision": "get_decision_display",
                "decided": "decided_at",
            },
        ),
    )

    of = models.ForeignKey(HomeSeat, on_delete=models.CASCADE, related_name="reports")
    reason = models.CharField(max_length=8, choices=ReportReason)
    at = models.DateTimeField(auto_now_add=True)
    decision = models.CharField(max_length=8, choices=ReportDecision, blank=True, default="")
    note = models.CharField(max_length=300, blank=True, default="", help_text="For the keepers alone")
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="reports_decided"
    )
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["of", "reason"], name="report_once_a_reason"),
            models.CheckConstraint(condition=models.Q(reason__in=ReportReason.values), name="report_reason_known"),
            models.CheckConstraint(
                condition=models.Q(decision="", decided_at__isnull=True)
                | models.Q(decision__in=ReportDecision.values, decided_at__isnull=False),
                name="report_decided_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"
