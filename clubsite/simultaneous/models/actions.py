"""What can happen to an event, as codes for its log. The label is shown after the actor's name."""

from django.db import models


class EventAction(models.TextChoices):
    """A kind of action. The code is stored and never changes."""

    MADE = "made", "set up the event"
    CHANGED = "changed", "changed"
    ANNOUNCED = "announced", "announced the event"
    CANCELLED = "cancelled", "cancelled the event"
    NUMBER_TYPED = "number_typed", "typed the public number"
    INVITED = "invited", "invited"
    ASKED = "asked", "asked to take part:"
    ACCEPTED = "accepted", "accepted"
    DECLINED = "declined", "declined"
    LEFT = "left", "left the event:"
    PLANNED = "planned", "planned a heat"
    DEALER_NAMED = "dealer_named", "named as dealer"
    CARDS_RELEASED = "cards_released", "got the cards of the boards"
    STARTED = "started", "started a heat"
    PLAYED_TWICE = "played_twice", "found somebody who plays a second time:"
    CONFIRMED = "confirmed", "confirmed a heat"
    UNCONFIRMED = "unconfirmed", "took the confirmation back"
    SECRET_SHOWN = "secret_shown", "published the secret"
    PUBLISHED = "published", "published the ranking"
