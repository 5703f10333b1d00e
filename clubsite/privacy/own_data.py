"""The data about a person in a club's own tables.

These are the entry in the list of people, the roles, consents and requests, and the person's actions in the
audit log.
"""

from clubsite.clubs.models import ApiToken, AuditEntry, Consent, CorrectionRequest, Membership, Person
from clubsite.core.own_data import Row, Subject, own_data_part, when
from clubsite.privacy.consent_words import CONSENT_QUESTIONS

MAX_ROWS_SHOWN = 500  # of the audit log, newest first


@own_data_part(20, "people", "On clubs’ lists", "So that results have a name, and directors find it.")
def people_rows(subject: Subject) -> list[Row]:
    people = Person.objects.filter(pk__in=subject.people).select_related("club").order_by("club__name_order")
    return [
        {
            "club": person.club.name,
            "name": person.name,
            "number": person.number,
            "guest": person.guest,
            "shown to strangers": person.get_shown_as_display(),
            "nickname": person.nickname,
            "agreed to be named": {True: "yes", False: "no", None: "not asked yet"}[person.agreed],
        }
        for person in people
    ]


@own_data_part(21, "parts", "Your parts in clubs", "So that the site knows what you may do.")
def part_rows(subject: Subject) -> list[Row]:
    rows = Membership.objects.filter(user=subject.user).select_related("club").order_by("-since", "-pk")
    found = [{"club": row.club.name, "as": row.get_role_display(), "since": row.since.isoformat()} for row in rows]
    tokens = ApiToken.objects.filter(user=subject.user).select_related("club")
    return found + [
        {"club": one.club.name, "as": f"maker of the token of {one.name}", "since": when(one.made_at)} for one in tokens
    ]


@own_data_part(22, "consents", "What you said of your name", "So that the club can show what you agreed to.")
def consent_rows(subject: Subject) -> list[Row]:
    rows = Consent.objects.filter(person__in=subject.people).select_related("person__club")
    return [
        {
            "club": row.person.club.name,
            "at": when(row.at),
            "answer": row.get_answer_display(),
            "said": row.get_way_display(),
            "to": CONSENT_QUESTIONS.get(row.words, row.words),
        }
        for row in rows
    ]


@own_data_part(23, "corrections", "What you asked to be put right", "So that you get an answer.")
def correction_rows(subject: Subject) -> list[Row]:
    rows = CorrectionRequest.objects.filter(person__in=subject.people).select_related("club")
    return [
        {
            "club": row.club.name,
            "at": when(row.at),
            "of": row.subject or "facts of yours",
            "asked": row.text,
            "answer": row.answer,
        }
        for row in rows
    ]


@own_data_part(
    24,
    "audit",
    "What you did as a director or a member",
    "The club’s record of acts that matter to others. Nobody can change it.",
)
def audit_rows(subject: Subject) -> list[Row]:
    """Return the person's actions in the audit log, without their subjects, who may be other people."""
    if subject.user is None:
        return []
    rows = AuditEntry.objects.filter(user=subject.user).select_related("club")[:MAX_ROWS_SHOWN]
    return [{"at": when(row.at), "club": row.club.name, "what you did": row.get_action_display()} for row in rows]
