"""A person's mail requests, and the mails sent to them."""

from django.db.models import Q

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part, when
from clubsite.results.models import MailRequest


def _requests(subject: Subject) -> Q:
    return Q(user=subject.user, user__isnull=False) | Q(person__in=subject.people)


@own_data_part(38, "mail", "Mail when results are out", "So that it goes where you asked for it, once a night.")
def mail_rows(subject: Subject) -> list[Row]:
    found = MailRequest.objects.filter(_requests(subject)).select_related("club", "user")
    return [
        {
            "club": one.club.name,
            "address": one.to,
            "asked": when(one.asked_at),
            "confirmed": when(one.confirmed_at),
            "refused by the mail server": when(one.refused_at),
            "sent": ", ".join(
                when(letter.sent_at) for letter in one.letters.exclude(sent_at=None).order_by("-sent_at")
            ),
        }
        for one in found.order_by("-asked_at", "-pk")
    ]


@on_account_end
def mail_end(subject: Subject) -> None:
    MailRequest.objects.filter(_requests(subject)).delete()
