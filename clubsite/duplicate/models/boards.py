"""Boards: the deal with the sequences of both dummies, stored once and never changed."""

import hashlib
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubsite.clubs.models import AuditEntry
from clubsite.duplicate.models.sessions import Session
from games.cards import cards_text
from games.deals import Deal
from games.notation.deal_files import FORMATS

FILE_SOURCES = [(name.lower(), f"{name} file") for name in FORMATS]
SEATS = ("north", "east", "south", "west")
SOURCES = [("seed", "Dealt by seed"), ("table", "Dealt at the table"), *FILE_SOURCES]


class BoardSet(models.Model):
    """A session's boards and their source. The seed is secret until the session is closed."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="board_sets")
    source = models.CharField(max_length=10, choices=SOURCES)
    file_name = models.CharField(max_length=200, blank=True)
    seed = models.CharField(max_length=120, help_text="Of the deals, or of the sequences of a file without them")
    practice = models.BooleanField(default=False, help_text="Somebody typed the seed, so somebody can know the cards")
    pending = models.BooleanField(default=False, help_text="Read from a file and shown, not yet taken")
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.get_source_display()} of {self.session}"


class Board(models.Model):
    """One board. Cards are text, suit first: the players' hands as dealt, E and W in sequence (SOLO-3).

    All four hands are empty if the board is shuffled and dealt at the table (the set's source is "table"), until
    somebody types them. Then E and W are known, and also N and S if they were typed. With `hands_open` the hands
    may be typed again; the database refuses to open a board whose hands are closed.
    """

    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    dealer = models.CharField(max_length=1)
    vulnerability = models.CharField(max_length=4)
    north = models.CharField(max_length=38)
    east = models.CharField(max_length=38)
    south = models.CharField(max_length=38)
    west = models.CharField(max_length=38)
    hands_open = models.BooleanField(
        default=False, help_text="It is dealt at the table, and its cards may be typed there, or typed again"
    )
    typings = models.PositiveSmallIntegerField(default=0, help_text="How often its cards were typed")
    typed_at = models.DateTimeField(null=True, blank=True, help_text="When its cards were typed first")
    dealt_at = models.DateTimeField(
        default=timezone.now,
        editable=False,
        help_text="When these four hands came into the session: dealt, read from a file, or typed",
    )
    fingerprint = models.CharField(
        max_length=32,
        blank=True,
        default="",
        db_index=True,
        editable=False,
        help_text="Of the four hands, however they are ordered; empty where nobody knows them",
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["board_set", "number"], name="board_number_once_a_set"),
            models.CheckConstraint(condition=Q(dealer__in=["N", "E", "S", "W"]), name="board_dealer_known"),
            models.CheckConstraint(
                condition=Q(vulnerability__in=["None", "NS", "EW", "All"]), name="board_vulnerability_known"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="board_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"board {self.number}"

    @property
    def known(self) -> bool:
        """True if the site knows the board's cards."""
        return bool(self.north)

    @property
    def ordered(self) -> bool:
        """True if the site knows the order of the board's dummies."""
        return bool(self.east)

    @classmethod
    def without_cards(cls, board_set: BoardSet, number: int, dealer: str, vulnerability: str) -> Self:
        """Return an unsaved board that is dealt at the table."""
        return cls(board_set=board_set, number=number, dealer=dealer, vulnerability=vulnerability, hands_open=True)

    @classmethod
    def of_deal(cls, board_set: BoardSet, number: int, dealer: str, vulnerability: str, deal: Deal) -> Self:
        """Return an unsaved board with these cards."""
        north, east, south, west = (cards_text(getattr(deal, seat)) for seat in SEATS)
        return cls(
            board_set=board_set,
            number=number,
            dealer=dealer,
            vulnerability=vulnerability,
            north=north,
            east=east,
            south=south,
            west=west,
            fingerprint=fingerprint_of(north, east, south, west),
        )

    def setup(self) -> dict[str, object]:
        """Return the setup for a play of this board, in the `games` setup format."""
        return {
            "board": self.number,
            "dealer": self.dealer,
            "vul": self.vulnerability,
            "hands": {"N": self.north, "E": self.east, "S": self.south, "W": self.west},
        }


class SlipLink(models.Model):
    """A link to a board's lost slips. It works once and expires after an hour. Only a hash of its key is stored."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="slip_links")
    key_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"link to the slips of {self.board}"


def fingerprint_of(north: str, east: str, south: str, west: str) -> str:
    """Return a hash of the four hands. The order of the cards and the board's number and vulnerability do not
    matter.
    """
    hands = "|".join(" ".join(sorted(cards.split())) for cards in (north, east, south, west))
    return hashlib.sha256(hands.encode()).hexdigest()[:32]


class AuditedBoard(models.Model):
    """The board that an audit log line is about. People who still have to play the board do not see the line."""

    entry = models.OneToOneField(AuditEntry, primary_key=True, on_delete=models.CASCADE, related_name="+")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.entry} ({self.board})"
