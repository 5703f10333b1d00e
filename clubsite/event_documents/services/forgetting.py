"""People who are forgotten here: the hubs of the events that they played in are told to take their names away."""

from django.db.models import Q

from clubsite.clubs.models import Person
from clubsite.event_documents.services.outgoing import names_tell
from clubsite.events.models import Heat


def person_documents_forget(*, person: Person) -> None:
    """Let a `names` wait for each heat in which another server was told the name of this person.

    Runs in the transaction that forgets the person, after their name has changed. However old an event is, its hub is
    told.
    """
    played = Q(entrants__contestant__persons__person=person) | Q(entrants__people__person=person)
    heats = Heat.objects.filter(played, club=person.club_id).exclude(event__hub_key="").distinct()
    for heat in heats.order_by("event", "pk").select_related("event", "club"):
        names_tell(heat=heat)
