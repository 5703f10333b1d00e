from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_append_only"),
        ("duplicate", "0002_write_once"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="claims",
            field=models.CharField(
                choices=[("players", "the opponent answers"), ("exact", "checked by computer")],
                default="players",
                help_text="Checked by computer, or not",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.CheckConstraint(
                condition=models.Q(("claims__in", ["players", "exact"])), name="session_claims_known"
            ),
        ),
    ]
