"""People's progress with the puzzles made from their own mistakes."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubsite.accounts.models import Device
from clubsite.clubs.models import Person
from clubsite.play.models import Play


class Repetition(models.Model):
    """The last answer to one puzzle. The puzzle is the act `seq` of a play, in which `person` acted.

    The answer belongs to an account (`user`) or, if nobody was signed in, to a `device`, but never to both.
    `in_row` is the number of right answers since the last wrong one. `due` is the day on which the puzzle comes
    back, in the site's time zone, or None once it is solved.
    """

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
