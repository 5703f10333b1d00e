from django.db import migrations

from clubsite.triggers import write_once

DEAL = ["board_set_id", "number", "dealer", "vulnerability", "north", "east", "south", "west"]


class Migration(migrations.Migration):
    dependencies = [("duplicate", "0001_initial")]
    operations = [
        write_once("duplicate_board", *DEAL),
        write_once("duplicate_boardset", "source", "seed"),
        write_once("duplicate_tableboard", "round_id", "table_id", "board_id", "ns_id", "ew_id"),
    ]
