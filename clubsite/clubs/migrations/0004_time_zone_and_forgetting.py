from django.db import migrations, models

import clubsite.clubs.zones


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_api_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="time_zone",
            field=models.CharField(
                blank=True,
                help_text="Of its clock, for example Pacific/Auckland; empty: the site's",
                max_length=50,
                validators=[clubsite.clubs.zones.zone_known],
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="forgotten_at",
            field=models.DateTimeField(
                blank=True, help_text="Since when there is no name to this person's results", null=True
            ),
        ),
    ]
