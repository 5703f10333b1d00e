from django.db import migrations

from clubsite.triggers import append_only


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial")]
    operations = [append_only("clubs_auditentry")]
