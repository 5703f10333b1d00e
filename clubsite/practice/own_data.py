"""A person's answers to the puzzles made from their own mistakes."""

from django.db.models import Q

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part, when
from clubsite.practice.models import DailyTry, Repetition


@own_data_part(
    62,
    "puzzles",
    "Your mistakes as puzzles",
    "So that a puzzle comes back until you have solved it. Nobody else sees your answers.",
)
def puzzle_rows(subject: Subject) -> list[Row]:
    """Return the account's answers, and answers given on a device in the name of one of the account's people."""
    found = Repetition.objects.filter(Q(user=subject.user, user__isnull=False) | _on_devices(subject))
    rows = found.select_related("play__table_board__board", "play__table_board__round__section__session", "device")
    return [
        {
            "night": row.play.table_board.round.section.session.name,
            "board": row.play.table_board.board.number,
            "last answer": row.answer.partition(":")[2],
            "right": row.right,
            "answers": row.tries,
            "answered": when(row.answered_at),
            "comes back": row.due.isoformat() if row.due else "solved",
            "device": row.device.label if row.device else "",
        }
        for row in rows.order_by("-answered_at", "-pk")
    ]


@on_account_end
def puzzles_end(subject: Subject) -> None:
    """Delete an account's answers, and all answers given in the name of one of its people."""
    Repetition.objects.filter(Q(user=subject.user, user__isnull=False) | Q(person__in=subject.people)).delete()


def _on_devices(subject: Subject) -> Q:
    return Q(user__isnull=True, person__in=subject.people)


@own_data_part(60, "daily", "The daily problem", "So that you see what you have solved.")
def try_rows(subject: Subject) -> list[Row]:
    if subject.user is None:
        return []
    rows = DailyTry.objects.filter(user=subject.user).select_related("problem").order_by("-problem__date")
    return [
        {"day": row.problem.date.isoformat(), "cards tried": " ".join(row.cards), "solved": row.solved} for row in rows
    ]


@on_account_end
def tries_end(subject: Subject) -> None:
    DailyTry.objects.filter(user=subject.user).update(user=None)
