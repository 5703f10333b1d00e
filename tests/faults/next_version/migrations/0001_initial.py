"""A column more in the log of plays, and an index, as a new version might have."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("play", "0001_initial")]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE play_playevent ADD COLUMN remark varchar(40) NOT NULL DEFAULT ''",
            "ALTER TABLE play_playevent DROP COLUMN remark",
        ),
        migrations.RunSQL(
            "CREATE INDEX next_version_at ON play_playevent (at)", "DROP INDEX next_version_at"
        ),
    ]
