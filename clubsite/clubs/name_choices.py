"""The choices that clubs and people have about their results and names."""

from django.db.models import TextChoices


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
