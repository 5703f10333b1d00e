import clubsite.core.tokens
import django.db.models.deletion
from django.conf import settings
from clubsite.core.triggers import write_once
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('play', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='HomeMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=clubsite.core.tokens.new_public_id, max_length=20, unique=True)),
                ('code', models.CharField(default=clubsite.core.tokens.new_code, help_text='What a friend types', max_length=6, unique=True)),
                ('game', models.CharField(max_length=40)),
                ('against', models.CharField(choices=[('friend', 'a friend'), ('robot', 'the robot'), ('nobody', 'nobody: a solitaire')], max_length=8)),
                ('options', models.JSONField(default=dict, help_text='Of each play, as games.registry knows them')),
                ('match_options', models.JSONField(default=dict, help_text='Of the match, as scoring.home knows them')),
                ('strength', models.CharField(blank=True, default='', help_text="Of the robot (solver.strengths); empty: its game's own", max_length=10)),
                ('claims_checked', models.BooleanField(default=False, help_text='Claims are checked by the exact value')),
                ('at_once', models.BooleanField(default=False, help_text="The robot acts at once, without a person's pace")),
                ('first', models.CharField(max_length=1)),
                ('seed', models.CharField(max_length=40)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('playing', 'Playing'), ('over', 'Over')], default='waiting', max_length=8)),
                ('ended', models.BooleanField(default=False, help_text='Ended by a player before its time')),
                ('position', models.JSONField(help_text='Practice from the middle: {"setup", "log"}, what a play starts from and what was done by then', null=True)),
                ('standing', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('over_at', models.DateTimeField(null=True)),
                ('again', models.OneToOneField(help_text='The match after it', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='before', to='lounge.homematch')),
                ('repeats', models.ForeignKey(help_text='Practice: this deal again', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='play.play')),
                ('room', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='home_match', to='play.room')),
            ],
            options={
                'verbose_name_plural': 'home matches',
                'constraints': [models.CheckConstraint(condition=models.Q(('first__in', ['S', 'N'])), name='match_first_known'), models.CheckConstraint(condition=models.Q(('against__in', ['friend', 'robot', 'nobody'])), name='match_against_known'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'playing', 'over'])), name='match_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('over_at__isnull', False), ('state', 'over')), models.Q(models.Q(('state', 'over'), _negated=True), ('over_at__isnull', True)), _connector='OR'), name='match_over_has_a_time')],
            },
        ),
        migrations.CreateModel(
            name='HomeSeat',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='%(class)s', serialize=False, to='play.playseat')),
                ('player', models.CharField(max_length=1)),
                ('name', models.CharField(max_length=40)),
                ('robot', models.BooleanField(default=False)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='home_seats', to='accounts.device')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='lounge.homematch')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='home_seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'player'), name='home_seat_once_a_side'), models.CheckConstraint(condition=models.Q(('player__in', ['S', 'N'])), name='home_seat_player_known'), models.CheckConstraint(condition=models.Q(models.Q(('device__isnull', True), ('robot', True)), models.Q(('device__isnull', False), ('robot', False)), _connector='OR'), name='home_seat_robot_or_device')],
            },
        ),
        write_once("lounge_homematch", "game", "options", "match_options", "seed", "against", "strength", "claims_checked"),
    ]
