import clubsite.core.tokens
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from clubsite.core.triggers import append_only, write_once
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PlaySeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('contestant', 'Contestant'), ('table', 'Table'), ('home', 'Home')], max_length=10)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['contestant', 'table', 'home'])), name='seat_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='Play',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=clubsite.core.tokens.new_public_id, max_length=20, unique=True)),
                ('game', models.CharField(max_length=40)),
                ('rules_version', models.CharField(max_length=20)),
                ('options', models.JSONField(default=dict)),
                ('setup', models.JSONField()),
                ('south', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='south_plays', to='play.playseat')),
                ('north', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='north_plays', to='play.playseat')),
                ('seq', models.PositiveIntegerField(default=0)),
                ('status', models.CharField(choices=[('live', 'Live'), ('over', 'Over'), ('void', 'Void')], default='live', max_length=4)),
                ('turn', models.CharField(blank=True, max_length=1)),
                ('outcome', models.JSONField(blank=True, null=True)),
                ('opened_at', models.DateTimeField(auto_now_add=True)),
                ('acted_at', models.DateTimeField(auto_now=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['live', 'over', 'void'])), name='play_status_known'), models.CheckConstraint(condition=models.Q(models.Q(('outcome__isnull', False), ('status', 'over')), models.Q(('status', 'over'), _negated=True), _connector='OR'), name='play_over_has_outcome')],
            },
        ),
        migrations.CreateModel(
            name='Room',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=clubsite.core.tokens.new_public_id, max_length=20, unique=True)),
                ('rev', models.PositiveBigIntegerField(default=1)),
                ('table_rev', models.PositiveBigIntegerField(default=1)),
                ('boards_rev', models.PositiveBigIntegerField(default=1)),
                ('ready', models.JSONField(default=list, help_text='Players who are ready for what comes next')),
                ('paused', models.BooleanField(default=False)),
                ('calls', models.JSONField(default=list, help_text='Calls for the director that stand or were answered last (calls.Call)')),
                ('play', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='play.play')),
            ],
        ),
        migrations.CreateModel(
            name='SeatTicket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=clubsite.core.tokens.new_public_id, max_length=20, unique=True)),
                ('token_hash', models.CharField(max_length=64)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tickets', to='play.playseat')),
                ('connected', models.BooleanField(default=False, help_text='A socket of it is open (SeatConnection)')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_reason', models.CharField(blank=True, choices=[('freed', 'The director has freed this seat. Join the table again with its code.'), ('left', 'You left this seat.'), ('stand_in', 'Somebody else plays in this seat now. Thank you for playing.'), ('kept_by_stand_in', 'The director has taken your coming back: whoever sat here plays on. Ask at the desk.'), ('number_removed', 'The director has taken this place back.'), ('changed', 'The director has changed what this device is for. It goes on by itself in a moment.'), ('other_device', 'You went on with this match on another device.')], max_length=20)),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tickets', to='accounts.device')),
                ('freed_by', models.ForeignKey(blank=True, help_text='The director who ended it', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('moved_to', models.ForeignKey(blank=True, help_text='What its device is for since a director changed it', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='play.seatticket')),
                ('unsent', models.PositiveSmallIntegerField(default=0, help_text='Entries that its page had not sent when it was last heard')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('seat',), name='one_ticket_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='SeatConnection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(help_text='Its name in the channel layer', max_length=120, unique=True)),
                ('seen_at', models.DateTimeField(help_text='When it was last heard of')),
                ('clock_ahead', models.FloatField(help_text="Seconds by which its device's clock is ahead of ours", null=True)),
                ('ticket', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='connections', to='play.seatticket')),
            ],
        ),
        migrations.CreateModel(
            name='PlayEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('client_id', models.UUIDField(help_text='Made by the client: the same action sent twice is applied once')),
                ('actor', models.CharField(max_length=1)),
                ('action', models.CharField(max_length=40)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('play', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='play.play')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ticket', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='play.seatticket')),
            ],
            options={
                'ordering': ['play', 'seq'],
                'constraints': [models.UniqueConstraint(fields=('play', 'seq'), name='event_seq_once'), models.UniqueConstraint(fields=('play', 'client_id'), name='event_client_id_once'), models.CheckConstraint(condition=models.Q(('seq__gte', 1)), name='event_seq_from_1')],
            },
        ),
        migrations.AddField(
            model_name='play',
            name='room',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='plays', to='play.room'),
        ),
        migrations.AddConstraint(
            model_name='play',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'live')), fields=('room',), name='one_live_play_a_room'),
        ),
        append_only("play_playevent"),
        write_once("play_play", "setup", "game", "rules_version", "options", "south_id", "north_id"),
    ]
