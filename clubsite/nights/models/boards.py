"""Boards. Each deal and the sequences of both dummies are stored once, sealed until somebody may see them."""

import hashlib
import secrets
from collections.abc import Iterable
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format

from clubsite.clubs.models import AuditEntry, of_discarded_drafts
from clubsite.core.data_map import DataOf
from clubsite.core.sealed_fields import KeyMissing, Sealed, SealedTextField
from clubsite.nights.models.sessions import Session
from games.cards import cards_text
from games.deal_proof import commitment_of
from games.deals import Deal
from games.notation.deal_files import FORMATS

FILE_SOURCES = [(name.lower(), f"{name} file") for name in FORMATS]
HAND_BREAK = "|"
SEATS = ("north", "east", "south", "west")
# Rows that stay when a draft is discarded, or its boards are dealt again, have keys without a constraint.
MAY_BE_GONE: dict[str, Any] = {"on_delete": models.DO_NOTHING, "db_constraint": False}
EVENT_SOURCE = "event"
AGAIN_SOURCE = "again"
SOURCES = [
    ("seed", "Dealt by seed"),
    ("table", "Dealt at the table"),
    (EVENT_SOURCE, "Boards of an event"),
    (AGAIN_SOURCE, "Same cards, new order"),
    *FILE_SOURCES,
]


def new_nonce() -> str:
    """Return 128 random bits in hexadecimal digits."""
    return secrets.token_hex(16)


class StillSealed(Exception):
    """Raised when code reads the cards of a board that has not been opened. `nights.services.opening` opens it."""


class BoardSet(models.Model):
    """A session's boards and their source. The seed is secret until everybody may see every board.

    A seed drawn by the site has a `commitment`, public from the start, which anybody can check later with the seed and
    the `nonce` (docs/proof.md). The first `event_boards` boards are an event's: their cards come shortly before the
    start, and nobody else may see them before `held_until`. The seed deals the boards after them.
    """

    data_of = DataOf(session="session")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="board_sets")
    source = models.CharField(max_length=10, choices=SOURCES)
    file_name = models.CharField(max_length=200, blank=True)
    seed = SealedTextField(
        place=["session__public_id", "nonce", "commitment"],
        help_text="Of the deals, or of the sequences of a file without them",
    )
    nonce = models.CharField(max_length=32, default=new_nonce, editable=False)
    commitment = models.CharField(max_length=64, blank=True, editable=False)
    shown_seed = models.CharField(
        max_length=120, blank=True, editable=False, help_text="The seed, kept clear once all its boards are open"
    )
    practice = models.BooleanField(default=False, help_text="Somebody typed the seed, so somebody can know the cards")
    pending = models.BooleanField(default=False, help_text="Read from a file and shown, not yet taken")
    event_boards = models.PositiveSmallIntegerField(default=0, editable=False)
    held_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the event is over in every club"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.get_source_display()} of {self.session}"

    @staticmethod
    def drawn_seed(source: str) -> dict[str, Any]:
        """Return the columns for a newly drawn seed of 128 bits. A seed that deals the cards gets a commitment."""
        seed, nonce = secrets.token_hex(16), new_nonce()
        proof = {"nonce": nonce, "commitment": commitment_of(seed, nonce)} if source == "seed" else {}
        return {"source": source, "seed": Sealed.of(seed), **proof}

    @property
    def seed_text(self) -> str:
        """The seed, unencrypted. Raise KeyMissing if no key opens it, or if the set has no seed."""
        text = self.shown_seed or self.seed.open()
        if not text:
            raise KeyMissing
        return text

    def awaits_cards(self) -> bool:
        """True if the cards of the event's boards have not come yet."""
        return bool(self.event_boards) and self.boards.filter(number__lte=self.event_boards, known=False).exists()


class Board(models.Model):
    """One board. Cards are text, suit first: the players' hands as dealt, E and W in sequence (SOLO-3).

    The cards are only in `sealed` until the action that first shows them opens the board (`services.opening`). Read
    them with `hands`. They are empty on a board dealt at the table until somebody types E and W, and perhaps N and S.
    With `hands_open` they may be typed again; the database refuses to open a board whose hands are closed.
    """

    data_of = DataOf(session="board_set__session")
    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    dealer = models.CharField(max_length=1)
    vulnerability = models.CharField(max_length=4)
    sealed = SealedTextField(
        place=["board_set__session__public_id", "board_set__nonce", "number"],
        help_text="The four hands, until the board is opened",
    )
    north = models.CharField(max_length=38, blank=True)
    east = models.CharField(max_length=38, blank=True)
    south = models.CharField(max_length=38, blank=True)
    west = models.CharField(max_length=38, blank=True)
    known = models.BooleanField(default=False, editable=False, help_text="The site knows all four hands")
    ordered = models.BooleanField(default=False, editable=False, help_text="The site knows the order of both dummies")
    opened_at = models.DateTimeField(null=True, blank=True, editable=False)
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
            models.CheckConstraint(
                condition=Q(opened_at__isnull=False) | Q(north="", east="", south="", west=""),
                name="board_cards_clear_once_opened",
            ),
        ]

    def __str__(self) -> str:
        return f"board {self.number}"

    @property
    def hands(self) -> dict[str, str]:
        """The four hands by seat, each "" if the site does not know it. Raise StillSealed if the board is not open."""
        if self.known and self.opened_at is None:
            raise StillSealed(f"{self} of set {self.board_set_id} is not open")
        return {"N": self.north, "E": self.east, "S": self.south, "W": self.west}

    @property
    def is_lost(self) -> bool:
        """True if the board is sealed, and no key opens its cards."""
        if not self.sealed:
            return False
        try:
            return fingerprint_of(*self.sealed.open().split(HAND_BREAK)) != self.fingerprint
        except KeyMissing:
            return True

    @classmethod
    def lost_among(cls, keys: Iterable[int]) -> set[int]:
        """Return the keys of those of these boards that are sealed and that no key opens, with one query."""
        rows = cls.objects.filter(pk__in=keys).exclude(sealed="").select_related("board_set__session")
        return {board.pk for board in rows if board.is_lost}

    @classmethod
    def without_cards(
        cls, board_set: BoardSet, number: int, dealer: str, vulnerability: str, *, hands_open: bool = True
    ) -> Self:
        """Return an unsaved board that is dealt at the table or, without `hands_open`, one of an event to be filled."""
        facts = {"dealer": dealer, "vulnerability": vulnerability, "hands_open": hands_open}
        return cls(board_set=board_set, number=number, **facts)

    @classmethod
    def of_deal(cls, board_set: BoardSet, number: int, dealer: str, vulnerability: str, deal: Deal) -> Self:
        """Return an unsaved board with the cards of this deal, sealed."""
        texts = [cards_text(getattr(deal, seat)) for seat in SEATS]
        return cls(
            board_set=board_set,
            number=number,
            dealer=dealer,
            vulnerability=vulnerability,
            sealed=Sealed.of(HAND_BREAK.join(texts)),
            known=True,
            ordered=True,
            fingerprint=fingerprint_of(*texts),
        )

    def setup(self, hands: dict[str, str] | None = None) -> dict[str, object]:
        """Return the `games` setup for a play. Raise StillSealed if the board is not open and no `hands` are given."""
        return {
            "board": self.number,
            "dealer": self.dealer,
            "vul": self.vulnerability,
            "hands": self.hands if hands is None else hands,
        }


class CommitmentStep(models.TextChoices):
    MADE = "made", "made"
    FILE = "file", "cards taken as a file"
    OPENED = "opened", "first cards opened"
    ENDED = "ended", "replaced by other boards"


class CommitmentLine(models.Model):
    """One step of one commitment. The table is append-only: the database refuses UPDATE and DELETE."""

    data_of = DataOf(session="session", club=of_discarded_drafts)
    session = models.ForeignKey(Session, related_name="commitment_lines", **MAY_BE_GONE)
    board_set = models.ForeignKey(BoardSet, related_name="commitment_lines", **MAY_BE_GONE)
    commitment = models.CharField(max_length=64)
    step = models.CharField(max_length=6, choices=CommitmentStep)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"Commitment {self.commitment}: {self.words}"

    @property
    def words(self) -> str:
        """The step and its time, by the clock that is active."""
        return f"{self.get_step_display()} {date_format(timezone.localtime(self.at), 'j F Y, H:i')}"


class SlipLink(models.Model):
    """A link to a board's lost slips. It works once and expires after an hour. Only a hash of its key is stored."""

    data_of = DataOf(session="board__board_set__session", not_in_file="a key to this site")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="slip_links")
    key_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"link to the slips of {self.board}"


def fingerprint_of(north: str, east: str, south: str, west: str) -> str:
    """Return a hash of the four hands, whatever the order of their cards and the board's number and vulnerability."""
    hands = "|".join(" ".join(sorted(cards.split())) for cards in (north, east, south, west))
    return hashlib.sha256(hands.encode()).hexdigest()[:32]


class AuditedBoard(models.Model):
    """The board that an audit log line concerns. People who still have to play the board do not see the line."""

    data_of = DataOf(session="entry__session")
    entry = models.OneToOneField(AuditEntry, primary_key=True, on_delete=models.CASCADE, related_name="+")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.entry} ({self.board})"
