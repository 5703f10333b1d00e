"""The doctor's check of the keys for unopened boards and for authenticator apps."""

from collections.abc import Iterator

from clubsite.core.sealing import LOST_TEXTS, LOST_TEXTS_REMEDY, sealed_count
from clubsite.keeper.findings import Finding, check, fault, well


@check("keys", reads=True)
def keys_look() -> Iterator[Finding]:
    """Check that this server's keys can open every sealed text."""
    sealed, lost = sealed_count()
    if lost:
        yield fault("keys", LOST_TEXTS.format(lost), LOST_TEXTS_REMEDY)
    elif sealed:
        yield well("keys", f"The key opens all {sealed} sealed texts.")
    else:
        yield well(
            "keys", "Nothing is sealed: every board is open or dealt at the table, and no account has an app for codes."
        )
