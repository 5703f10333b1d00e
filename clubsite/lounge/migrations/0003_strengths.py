"""How strong the robot is, and whether claims are checked: both are agreed once, like the other terms of a match.

The trigger goes first and comes back: SQLite copies a table that gets a column, and a copy has no triggers.
"""

from django.db import migrations, models

from clubsite.triggers import write_once

TABLE = "lounge_homematch"
BEFORE = ["game", "options", "match_options", "seed", "against"]
OLD = write_once(TABLE, *BEFORE)


class Migration(migrations.Migration):
    dependencies = [("lounge", "0002_write_once")]
    operations = [
        migrations.RunPython(OLD.reverse_code, OLD.code),
        migrations.AddField(
            model_name="homematch",
            name="claims_checked",
            field=models.BooleanField(default=False, help_text="Claims are checked by the exact value"),
        ),
        migrations.AddField(
            model_name="homematch",
            name="strength",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Of the robot (solver.strengths); empty: its game's own",
                max_length=10,
            ),
        ),
        write_once(TABLE, *BEFORE, "strength", "claims_checked"),
    ]
