"""The keys by which an event recognises the same person in two heats."""

from django.utils.crypto import salted_hmac

PERSON_KEY_PURPOSE = "clubsite.events.person"


def person_key(event_id: str, account: int) -> str:
    """Return the key of an account in an event: 64 hexadecimal digits.

    It is an HMAC with this server's secret key. Therefore, nobody else can tell which account it is, or recognise the
    same person in another event.
    """
    return str(salted_hmac(PERSON_KEY_PURPOSE, f"{event_id}/{account}", algorithm="sha256").hexdigest())
