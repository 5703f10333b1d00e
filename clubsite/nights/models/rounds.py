"""Rounds, seatings (which decide who played where), and the boards of each table in each round."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.core.data_map import DataOf
from clubsite.nights.models.boards import Board
from clubsite.nights.models.movements import Contestant
from clubsite.nights.models.sessions import Section, Table
from clubsite.play.models import Play


class Round(models.Model):
    """A round in a section. `ends_at` is the time at which its clock runs out."""

    data_of = DataOf(session="section__session")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    forced = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["section", "number"], name="round_number_once_a_section")]

    def __str__(self) -> str:
        return f"round {self.number}"


class Seating(models.Model):
    """The two contestants at a table in a round. One side is empty at a sit-out, and `board_group` is then 0."""

    data_of = DataOf(session="round__section__session")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seatings")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings")
    ns = models.ForeignKey(Contestant, null=True, blank=True, on_delete=models.PROTECT, related_name="seatings_ns")
    ew = models.ForeignKey(Contestant, null=True, blank=True, on_delete=models.PROTECT, related_name="seatings_ew")
    board_group = models.PositiveSmallIntegerField(help_text="The plan's board set, 0 at a sit-out")
    done = models.BooleanField(default=False, help_text="All boards finished and agreed")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="seating_once_a_table"),
            models.UniqueConstraint(fields=["round", "ns"], name="seating_ns_once_a_round"),
            models.UniqueConstraint(fields=["round", "ew"], name="seating_ew_once_a_round"),
            models.CheckConstraint(
                condition=Q(ns__isnull=True) | Q(ew__isnull=True) | ~Q(ns=models.F("ew")),
                name="seating_nobody_against_himself",
            ),
            models.CheckConstraint(
                condition=Q(ns__isnull=False, ew__isnull=False) | Q(board_group=0),
                name="seating_sit_out_without_boards",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.table}"


class TableBoardState(models.TextChoices):
    WAITING = "waiting", "To be played"
    LIVE = "live", "On the table"
    FINISHED = "finished", "Played"
    UNPLAYED = "unplayed", "Not played"
    VOID = "void", "Void"


OPEN_BOARD_STATES = (TableBoardState.WAITING, TableBoardState.LIVE)  # no result yet


class TableBoard(models.Model):
    """A board at a table in a round. Once it has been opened, its board, contestants and round are frozen."""

    data_of = DataOf(session="round__section__session")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="table_boards")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="table_boards")
    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="table_boards")
    ns = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="+")
    ew = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="+")
    live = models.BooleanField(default=True, help_text="Played on the site; otherwise with physical cards")
    state = models.CharField(max_length=8, choices=TableBoardState, default=TableBoardState.WAITING)
    play = models.OneToOneField(Play, null=True, blank=True, on_delete=models.PROTECT, related_name="table_board")
    opened_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "table", "board__number"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table", "board"], condition=~Q(state="void"), name="table_board_once"
            ),
            models.UniqueConstraint(
                fields=["table", "round"], condition=Q(state="live"), name="one_live_board_a_table"
            ),
            models.CheckConstraint(condition=Q(state__in=TableBoardState.values), name="table_board_state_known"),
            models.CheckConstraint(condition=~Q(ns=models.F("ew")), name="table_board_two_contestants"),
        ]

    def __str__(self) -> str:
        return f"{self.board} at {self.table}"

    @property
    def places(self) -> dict[str, Any]:
        """Its board, table and round, for the audit log."""
        table = self.round.section.label(self.table.number)
        return {"board": self.board.number, "table": table, "round": self.round.number}


class TableBoardSeat(models.Model):
    """A record that a contestant plays a board, at most once, as either N/S or E/W."""

    data_of = DataOf(session="table_board__round__section__session")
    table_board = models.ForeignKey(TableBoard, on_delete=models.CASCADE, related_name="seats")
    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="+")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="board_seats")
    direction = models.CharField(max_length=2)
    void = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["board", "contestant"], condition=Q(void=False), name="board_once_a_contestant"
            ),
            models.UniqueConstraint(fields=["table_board", "direction"], name="seat_direction_once_a_board"),
            models.CheckConstraint(condition=Q(direction__in=["NS", "EW"]), name="seat_direction_known"),
        ]

    def __str__(self) -> str:
        return f"{self.contestant} {self.direction} {self.board}"


class WrongBoard(models.Model):
    """A report that a table played `board` instead of the board of `table_board`, and a director's decision.

    `side` is the side that reported it, or "" for a director. `line` is the row for `board`. With `kept` the table
    still plays its own board too; `own_state` is the previous state of that board's row.
    """

    data_of = DataOf(session="table_board__round__section__session")
    table_board = models.ForeignKey(TableBoard, on_delete=models.CASCADE, related_name="wrong_boards")
    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="+")
    side = models.CharField(max_length=2, blank=True)
    line = models.OneToOneField(
        TableBoard, null=True, blank=True, on_delete=models.SET_NULL, related_name="played_instead"
    )
    kept = models.BooleanField(default=False)
    own_state = models.CharField(max_length=8, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(side__in=["", "NS", "EW"]), name="wrong_board_side_known"),
            models.UniqueConstraint(fields=["table_board"], condition=Q(closed_at=None), name="wrong_board_asked_once"),
        ]

    def __str__(self) -> str:
        return f"{self.board} instead of {self.table_board}"
