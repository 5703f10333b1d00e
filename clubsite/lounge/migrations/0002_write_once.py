from django.db import migrations

from clubsite.triggers import write_once


class Migration(migrations.Migration):
    dependencies = [("lounge", "0001_initial")]
    operations = [write_once("lounge_homematch", "game", "options", "match_options", "seed", "against")]
