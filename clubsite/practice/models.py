"""People's progress with the puzzles made from their own mistakes."""

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet

from clubsite.accounts.models import Device
from clubsite.clubs.models import Person
from clubsite.core.data_map import SITE, DataOf, OwnPart, Until
from clubsite.play.models import Play


class Repetition(models.Model):
    """The last answer to one puzzle. The puzzle is the act `seq` of a play, in which `person` acted.

    The answer belongs to an account (`user`) or, if nobody was signed in, to a `device`, but never to both.
    `in_row` is the number of right answers since the last wrong one. `due` is the day on which the puzzle comes
    back, in the site's time zone, or None once it is solved.
    """

    data_of = DataOf(
        club="person__club",
        account="user",
        person="person",
        not_in_file="an account's own answers, which the club does not read",
        until=Until(
            72, "answers", "answers to puzzles of own mistakes deleted", lambda before: Q(answered_at__lt=before)
        ),
        own_data=OwnPart(
            order=62,
            key="puzzles",
            title="Your mistakes as puzzles",
            why="So that a puzzle comes back until you have solved it. Nobody else sees your answers.",
            columns={
                "night": "play.table_board.round.section.session.name",
                "board": "play.table_board.board.number",
                "last answer": lambda row: row.answer.partition(":")[2],
                "right": "right",
                "answers": "tries",
                "answered": "answered_at",
                "comes back": lambda row: row.due or "solved",
                "device": lambda row: row.device.label if row.device else "",
            },
            sort=("-answered_at", "-pk"),
            # not those that another account gave in the name of one of the subject's people
            among=lambda subject: Q(user=None) | Q(user=subject.user),
            joins=("device",),
        ),
        account_end=QuerySet.delete,
    )

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    device = models.ForeignKey(Device, null=True, on_delete=models.CASCADE, related_name="puzzle_answers")
    answer = models.CharField(max_length=8)
    right = models.BooleanField()
    in_row = models.PositiveSmallIntegerField()
    tries = models.PositiveIntegerField()
    due = models.DateField(null=True)
    answered_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "person", "play", "seq"],
                condition=Q(user__isnull=False),
                name="repetition_once_an_account",
            ),
            models.UniqueConstraint(
                fields=["device", "person", "play", "seq"],
                condition=Q(device__isnull=False),
                name="repetition_once_a_device",
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=True, device__isnull=False) | Q(user__isnull=False, device__isnull=True),
                name="repetition_of_account_or_device",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: act {self.seq} of play {self.play_id}"


class DailyProblem(models.Model):
    """A position of Solo with one right card. It is made in advance, and no part leaves the server before its day.

    `setup` is {"hands": [four strings, N E S W], "strain", "leader", "played": [cards], "needs", "tricks"}; a hand
    from a club session also has "of": {"session": public id, "name", "club", "board"}. `solution`, shown once a
    reader is done, is {"answer", "line": [cards from the answer on], "wrong": {card: {"takes", "by", "card",
    "trick"}}}. Robots kept their tricks in `found` of `tried` attempts.
    """

    data_of = SITE
    date = models.DateField(unique=True, help_text="In the site's time zone")
    setup = models.JSONField()
    solution = models.JSONField()
    level = models.CharField(max_length=12)
    found = models.PositiveSmallIntegerField()
    tried = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(found__lte=models.F("tried")), name="daily_found_of_tried")
        ]

    def __str__(self) -> str:
        return f"{self.date}"


class DailyTry(models.Model):
    """The attempts of one device. `cards` has each card once, in the order tried. Solving or giving up ends them."""

    data_of = DataOf(
        account="user",
        until=Until(
            70,
            "tries",
            "tries at problems of the day deleted",
            lambda before: Q(problem__date__lt=before.date(), user=None),
        ),
        own_data=OwnPart(
            order=60,
            key="daily",
            title="The daily problem",
            why="So that you see what you have solved.",
            columns={"day": "problem.date", "cards tried": lambda row: " ".join(row.cards), "solved": "solved"},
            sort=("-problem__date",),
        ),
        account_end=lambda rows: rows.update(user=None),
    )

    problem = models.ForeignKey(DailyProblem, on_delete=models.PROTECT, related_name="tries")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="daily_tries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="daily_tries")
    cards = models.JSONField(default=list)
    solved = models.BooleanField(default=False)
    first = models.BooleanField(default=False, help_text="Solved with the first card tried")
    done_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "daily tries"
        constraints = [
            models.UniqueConstraint(fields=["problem", "device"], name="daily_try_once_a_device"),
            models.CheckConstraint(
                condition=models.Q(solved=False) | models.Q(done_at__isnull=False),
                name="daily_solved_is_done",
            ),
            models.CheckConstraint(
                condition=models.Q(first=False) | models.Q(solved=True), name="daily_first_is_solved"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.problem_id}: {len(self.cards)} tried"
