import django.db.models.deletion
from django.conf import settings
from clubsite.core.triggers import append_only
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('duplicate', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Ranking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.CharField(choices=[('NS', 'South players'), ('EW', 'North players'), ('ALL', 'All players')], max_length=3)),
                ('stratum', models.CharField(blank=True, max_length=10)),
                ('handicap', models.BooleanField(default=False)),
                ('imps', models.BooleanField(default=False)),
                ('full', models.PositiveIntegerField(default=0)),
                ('section', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='rankings', to='duplicate.section')),
            ],
        ),
        migrations.CreateModel(
            name='RankedContestant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('place', models.CharField(blank=True, max_length=10)),
                ('won', models.TextField()),
                ('possible', models.PositiveIntegerField()),
                ('penalty', models.TextField(blank=True)),
                ('handicap', models.TextField(blank=True)),
                ('trophy', models.BooleanField(default=False)),
                ('robot', models.BooleanField(default=False)),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='duplicate.contestant')),
                ('ranking', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='rankings.ranking')),
            ],
            options={
                'ordering': ['ranking', 'position'],
            },
        ),
        migrations.CreateModel(
            name='SessionScoring',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('runs', models.PositiveIntegerField(default=0)),
                ('took', models.FloatField(default=0)),
                ('scored_at', models.DateTimeField(auto_now=True)),
                ('session', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='scoring_state', to='duplicate.session')),
            ],
        ),
        migrations.CreateModel(
            name='BoardScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('top', models.PositiveSmallIntegerField()),
                ('ns_num', models.BigIntegerField(blank=True, null=True)),
                ('ns_den', models.PositiveBigIntegerField(default=1)),
                ('ew_num', models.BigIntegerField(blank=True, null=True)),
                ('ew_den', models.PositiveBigIntegerField(default=1)),
                ('table_board', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='board_score', to='duplicate.tableboard')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('ew_den__gte', 1), ('ns_den__gte', 1)), name='match_points_are_fractions'), models.CheckConstraint(condition=models.Q(models.Q(('ew_num__isnull', True), ('ns_num__isnull', True)), models.Q(('ew_num__isnull', False), ('ns_num__isnull', False)), _connector='OR'), name='match_points_of_both_or_none')],
            },
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=7)),
                ('unit', models.CharField(choices=[('top', "Percent of a board's top"), ('points', 'Match points, or IMPs'), ('percent', 'Percent of the session')], default='top', max_length=7)),
                ('why', models.CharField(max_length=200)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by_user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='duplicate.contestant')),
            ],
            options={
                'verbose_name_plural': 'penalties',
                'ordering': ['at', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('unit__in', ['top', 'points', 'percent'])), name='penalty_unit_known'), models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='penalty_of_something'), models.CheckConstraint(condition=models.Q(('why', ''), _negated=True), name='penalty_says_why')],
            },
        ),
        migrations.CreateModel(
            name='Publication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('withdrawn', models.BooleanField(default=False)),
                ('payload', models.JSONField(default=dict)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='publications', to='duplicate.session')),
            ],
            options={
                'ordering': ['session', '-version'],
                'constraints': [models.UniqueConstraint(fields=('session', 'version'), name='publication_version_once'), models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='publication_version_from_1')],
            },
        ),
        migrations.AddConstraint(
            model_name='ranking',
            constraint=models.UniqueConstraint(fields=('section', 'line', 'stratum', 'handicap'), name='ranking_once_a_line'),
        ),
        migrations.AddConstraint(
            model_name='ranking',
            constraint=models.CheckConstraint(condition=models.Q(('line__in', ['NS', 'EW', 'ALL'])), name='ranking_line_known'),
        ),
        migrations.AddConstraint(
            model_name='rankedcontestant',
            constraint=models.UniqueConstraint(fields=('ranking', 'contestant'), name='contestant_once_a_ranking'),
        ),
        append_only("rankings_publication"),
    ]
