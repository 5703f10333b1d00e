"""PostgreSQL's function of the append-only tables learns the one way past it (`clubsite.triggers.deleting`)."""

from typing import Any

from django.db import migrations

from clubsite.triggers import PG_FUNCTION


def renew(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(PG_FUNCTION, params=None)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0004_time_zone_and_forgetting")]
    operations = [migrations.RunPython(renew, migrations.RunPython.noop)]
