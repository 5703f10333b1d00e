import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('play', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayFigures',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.CharField(max_length=1)),
                ('robot', models.CharField(blank=True, max_length=10)),
                ('declaring', models.BooleanField(null=True)),
                ('calls', models.PositiveSmallIntegerField(default=0)),
                ('calls_free', models.PositiveSmallIntegerField(default=0)),
                ('calls_points', models.PositiveIntegerField(default=0)),
                ('cards', models.PositiveSmallIntegerField(default=0)),
                ('cards_free', models.PositiveSmallIntegerField(default=0)),
                ('cards_points', models.PositiveIntegerField(default=0)),
                ('cards_tricks', models.PositiveSmallIntegerField(default=0)),
                ('ends', models.PositiveSmallIntegerField(default=0)),
                ('wrong_ends', models.PositiveSmallIntegerField(default=0)),
                ('wrong_end_tricks', models.PositiveSmallIntegerField(default=0)),
                ('buried', models.PositiveSmallIntegerField(default=0)),
                ('blocked', models.PositiveSmallIntegerField(default=0)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('play', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='figures', to='play.play')),
            ],
            options={
                'verbose_name_plural': 'play figures',
                'indexes': [models.Index(condition=models.Q(('robot', ''), _negated=True), fields=['club', 'robot', 'play'], name='robots_of_a_club')],
                'constraints': [models.UniqueConstraint(fields=('play', 'player'), name='play_figures_once_a_player'), models.CheckConstraint(condition=models.Q(('player__in', ('S', 'N'))), name='play_figures_player_known')],
            },
        ),
        migrations.CreateModel(
            name='FittedScale',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('robots', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField()),
                ('stale', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='MatchRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField()),
                ('matches', models.PositiveIntegerField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='match_ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'game'), name='match_rating_once_a_game')],
            },
        ),
        migrations.CreateModel(
            name='PlayDecisions',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.CharField(max_length=1)),
                ('sums', models.JSONField(default=dict)),
                ('play', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='play.play')),
            ],
            options={
                'verbose_name_plural': 'play decisions',
                'constraints': [models.UniqueConstraint(fields=('play', 'player'), name='play_decisions_once_a_player'), models.CheckConstraint(condition=models.Q(('player__in', ('S', 'N'))), name='play_decisions_player_known')],
            },
        ),
        migrations.CreateModel(
            name='PlayerRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rate', models.FloatField()),
                ('error', models.FloatField()),
                ('low', models.FloatField()),
                ('high', models.FloatField()),
                ('decisions', models.PositiveIntegerField()),
                ('boards', models.PositiveIntegerField()),
                ('course', models.JSONField(default=list)),
                ('person', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rating', to='clubs.person')),
                ('user', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rating', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('person__isnull', True), ('user__isnull', False)), models.Q(('person__isnull', False), ('user__isnull', True)), _connector='OR'), name='rating_of_person_or_account')],
            },
        ),
    ]
