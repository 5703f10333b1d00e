from django.db import migrations

from clubsite.triggers import write_once


class Migration(migrations.Migration):
    dependencies = [("duplicate", "0001_initial")]
    operations = [
        write_once("duplicate_board", "number", "dealer", "vulnerability", "north", "east", "south", "west"),
    ]
