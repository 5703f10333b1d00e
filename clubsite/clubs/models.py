"""Clubs, their people, their roles, and the audit log of important actions."""

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet, TextChoices
from django.utils import timezone

from clubsite.clubs.audit_actions import audit_actions, audit_words
from clubsite.clubs.time_zones import zone_known
from clubsite.core.data_map import SITE, DataOf, OwnPart
from clubsite.core.named import Named, NameField


class ResultsFor(TextChoices):
    """The readers of a club's published results."""

    EVERYBODY = "everybody", "Everybody"
    MEMBERS = "members", "The club’s members only"


class NamesFor(TextChoices):
    """The form in which readers outside the club see its people's names."""

    NAMES = "names", "By name, except whoever said no"
    AGREED = "agreed", "By name whoever agreed, all others by initials"
    INITIALS = "initials", "Everybody by initials"


class ShownAs(TextChoices):
    """The form in which one person's name is shown to outsiders, never revealing more than the club's setting."""

    CLUB = "club", "As the club shows its people"
    INITIALS = "initials", "By my initials"
    NICKNAME = "nickname", "By a nickname"
    HIDDEN = "hidden", "Not at all: “A player”"


class ConsentAnswer(TextChoices):
    """A person's answer to the question of whether strangers may read their name."""

    YES = "yes", "agreed"
    NO = "no", "said no"


class ConsentWay(TextChoices):
    """The way in which a person gave their answer."""

    SELF = "self", "on the site"
    DIRECTOR = "director", "to a director, on paper or by word"


class Club(Named):
    """A bridge club. Every session belongs to one."""

    data_of = DataOf(club="pk")
    name = NameField(max_length=120, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    venue = models.CharField(max_length=200, blank=True)
    contact = models.CharField(max_length=200, blank=True)
    time_zone = models.CharField(
        max_length=50,
        blank=True,
        validators=[zone_known],
        help_text="Of its clock, for example Pacific/Auckland; empty: the site's",
    )
    results_for = models.CharField(max_length=10, choices=ResultsFor, default=ResultsFor.EVERYBODY)
    names_for = models.CharField(max_length=10, choices=NamesFor, default=NamesFor.AGREED)
    paper = models.CharField(max_length=6, choices=[("a4", "A4"), ("letter", "Letter")], default="a4")
    correction_days = models.PositiveSmallIntegerField(
        default=7,
        help_text="After the day of the first publication: while directors correct results by themselves (Law 79C1)",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(results_for__in=ResultsFor.values), name="club_results_for_known"),
            models.CheckConstraint(condition=Q(names_for__in=NamesFor.values), name="club_names_for_known"),
            models.CheckConstraint(condition=Q(paper__in=["a4", "letter"]), name="club_paper_known"),
            models.CheckConstraint(condition=Q(correction_days__lte=90), name="club_correction_days_few"),
        ]

    def __str__(self) -> str:
        return self.name


class Person(Named):
    """A player. Most players never log in; a guest is a person whose name was entered on the spot."""

    data_of = DataOf(
        club="club",
        person="pk",
        own_data=OwnPart(
            order=20,
            key="people",
            title="On clubs’ lists",
            why="So that results have a name, and directors find it.",
            columns={
                "club": "club.name",
                "name": "name",
                "number": "number",
                "guest": "guest",
                "shown to strangers": "get_shown_as_display",
                "nickname": "nickname",
                "agreed to be named": lambda row: {True: "yes", False: "no", None: "not asked yet"}[row.agreed],
            },
            sort=("club__name_order",),
        ),
    )

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="people")
    name = NameField(max_length=80)
    number = models.CharField(max_length=20, blank=True, help_text="The club's own membership number")
    guest = models.BooleanField(default=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="people"
    )
    forgotten_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when there is no name to this person's results"
    )
    shown_as = models.CharField(max_length=10, choices=ShownAs, default=ShownAs.CLUB)
    nickname = NameField(max_length=40, blank=True)
    agreed = models.BooleanField(
        null=True, blank=True, help_text="What they said last of their name (Consent); empty: not asked yet"
    )

    class Meta:
        ordering = ["name_order", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number"], condition=~Q(number=""), name="person_number_once_a_club"
            ),
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(user__isnull=False), name="person_user_once_a_club"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="person_has_a_name"),
            models.CheckConstraint(condition=Q(shown_as__in=ShownAs.values), name="person_shown_as_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    MEMBER = "member", "Member"
    DIRECTOR = "director", "Director"
    OWNER = "owner", "Owner"


class Membership(models.Model):
    """A user's role in a club. Directors run sessions; owners also appoint directors."""

    data_of = DataOf(club="club", account="user", account_end=QuerySet.delete)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    since = models.DateField(default=timezone.localdate, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once_a_club"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.role} of {self.club}"


class SetupLink(models.Model):
    """A one-use link with which a site's first owner makes its first club. Only the hash of its key is stored."""

    data_of = SITE
    key_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"setup link {self.pk}"


class ClubLink(models.Model):
    """A link that works once, within a day. It joins an account to `person` or, without a person, makes a director.

    The address of the link contains a signature of this row's key. The row is deleted when the link is used.
    """

    data_of = DataOf(club="club", not_in_file="a key to this site")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="links")
    maker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, null=True, on_delete=models.CASCADE, related_name="links")
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"link {self.pk} of {self.club}"


class MemberImport(models.Model):
    """People who were added to a club's list together. The last import can be undone."""

    data_of = DataOf(club="club")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="imports")
    people = models.ManyToManyField(Person, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"import {self.pk} of {self.club}"


class ApiToken(models.Model):
    """A program's key to one club (docs/api.md), made by a director. Only the hash of the key is stored.

    The key allows no more than its maker may do, and nothing once its maker no longer directs the club.
    """

    data_of = DataOf(club="club", account="user", account_end=QuerySet.delete, not_in_file="a key to this site")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="api_tokens")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60, help_text="Which program holds it")
    scopes = models.CharField(max_length=60, help_text="Separated by blanks")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(scopes__in=["nights:read", "nights:read nights:write"]), name="api_token_scopes_known"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="api_token_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def allows(self, scope: str) -> bool:
        return scope in self.scopes.split()


class AuditEntry(models.Model):
    """An important action: who did what, when and why. Entries are added, never edited; the database refuses changes.

    `detail` holds codes, figures and places; `audit_words` makes the sentence. `session` is empty if the entry is about
    the club. It has no constraint, because entries outlive a discarded draft.
    """

    data_of = DataOf(
        session="session",
        club=lambda club: Q(club=club, session__club=None),
        account="user",
        own_data=OwnPart(  # without the subjects, who may be other people
            order=24,
            key="audit",
            title="What you did as a director or a member",
            why="The club’s record of acts that matter to others. Nobody can change it.",
            columns={"at": "at", "club": "club.name", "what you did": "get_action_display"},
            most=500,
        ),
    )

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="audit")
    session = models.ForeignKey(
        "nights.Session", null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="audit"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    actor = models.CharField(max_length=120, help_text="The name as it was then, or the seat")
    action = models.CharField(max_length=40, choices=audit_actions)
    subject = models.CharField(max_length=200, blank=True, help_text="The name of what it was about, as it was then")
    detail = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.actor} {self.get_action_display()} {self.about}"

    @property
    def about(self) -> str:
        return audit_words(self.action, self.subject, self.detail)


def of_discarded_drafts(club: int) -> Q:
    """Return the condition for rows of a club's discarded drafts, which its audit log still names."""
    gone = AuditEntry.objects.filter(club=club, session__club=None)
    return Q(session__in=gone.values("session"))


WORDS_VERSION = "2026-11"
CONSENT_QUESTIONS = {
    "2026-11": (
        "May people who are not of the club read my name beside my results, on the club’s pages and in its files? "
        "I can take this back at any time. If I say no, they read my initials; members still read my name."
    )
}
"""The question by version. A version never changes: an answer is stored with the question that was asked."""


class Consent(models.Model):
    """A person's answer about showing their name: what they answered, when, how, and to which wording (`words`, the
    version of the question in `CONSENT_QUESTIONS`).

    Answers are added, never edited. `Person.agreed` also holds the newest answer.
    """

    data_of = DataOf(
        club="person__club",
        person="person",
        own_data=OwnPart(
            order=22,
            key="consents",
            title="What you said of your name",
            why="So that the club can show what you agreed to.",
            columns={
                "club": "person.club.name",
                "at": "at",
                "answer": "get_answer_display",
                "said": "get_way_display",
                "to": lambda row: CONSENT_QUESTIONS.get(row.words, row.words),
            },
        ),
    )

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="consents")
    answer = models.CharField(max_length=3, choices=ConsentAnswer)
    way = models.CharField(max_length=10, choices=ConsentWay)
    words = models.CharField(max_length=10)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(answer__in=ConsentAnswer.values), name="consent_answer_known"),
            models.CheckConstraint(condition=Q(way__in=ConsentWay.values), name="consent_way_known"),
        ]

    def __str__(self) -> str:
        return f"{self.answer} to {self.words}"


class CorrectionRequest(models.Model):
    """A request to correct what is stored about a person, in a session or in their own data, and its answer."""

    data_of = DataOf(
        club="club",
        season=True,
        person="person",
        own_data=OwnPart(
            order=23,
            key="corrections",
            title="What you asked to be put right",
            why="So that you get an answer.",
            columns={
                "club": "club.name",
                "at": "at",
                "of": lambda row: row.subject or "facts of yours",
                "asked": "text",
                "answer": "answer",
            },
        ),
    )

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="correction_requests")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="correction_requests")
    session = models.ForeignKey("nights.Session", null=True, on_delete=models.SET_NULL, related_name="+")
    subject = models.CharField(max_length=200, blank=True, help_text="The session as it was called")
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(auto_now_add=True)
    answer = models.TextField(max_length=1000, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(answered_at=None) | ~Q(answer=""), name="correction_answer_in_words")
        ]

    def __str__(self) -> str:
        return f"correction {self.pk}"
