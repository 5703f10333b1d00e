from django.db import migrations

from clubsite.triggers import append_only, write_once


class Migration(migrations.Migration):
    dependencies = [("play", "0001_initial")]
    operations = [
        append_only("play_playevent"),
        write_once("play_play", "setup", "game", "rules_version", "options", "seats"),
    ]
