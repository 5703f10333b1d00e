from django.db import migrations

from clubsite.triggers import append_only


class Migration(migrations.Migration):
    dependencies = [("results", "0001_initial")]
    operations = [append_only("results_scoreentry"), append_only("results_publication")]
