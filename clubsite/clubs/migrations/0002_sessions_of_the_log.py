import django.db.models.deletion
from django.db import migrations, models

from clubsite.core.triggers import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("nights", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="auditentry",
            name="session",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="audit",
                to="nights.session",
            ),
        ),
        migrations.AddField(
            model_name="correctionrequest",
            name="session",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="nights.session"
            ),
        ),
        append_only("clubs_auditentry"),
    ]
