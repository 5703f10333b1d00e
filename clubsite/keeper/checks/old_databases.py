"""The doctor's check of the databases that a restore replaced and kept."""

from collections.abc import Iterator

from clubsite.core.old_databases import KEPT, old_databases
from clubsite.keeper.findings import Finding, check, warning, well


@check("database.old", reads=True)
def old_databases_look() -> Iterator[Finding]:
    """Name the databases that a restore replaced, with their sizes. The nightly backup leaves two."""
    old = old_databases()
    if not old:
        return
    said = f"Kept from before a restore: {', '.join(map(str, old))}."
    if len(old) <= KEPT:
        yield well("database.old", said)
        return
    yield warning(
        "database.old",
        said,
        f"`manage.py old_databases --drop`, run as the owner of the tables, leaves the newest {KEPT}. Let a timer run "
        "`manage.py backup --keep` every night: it does so too.",
    )
