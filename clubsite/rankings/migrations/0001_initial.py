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
            name='BoardScoring',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entries', models.PositiveIntegerField(default=0)),
                ('newest', models.PositiveBigIntegerField(default=0)),
                ('lines', models.PositiveSmallIntegerField(default=0)),
                ('field', models.PositiveSmallIntegerField(default=0)),
                ('settings', models.CharField(blank=True, max_length=64)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('after', models.DateTimeField(blank=True, null=True)),
                ('scored_at', models.DateTimeField(auto_now=True)),
                ('board', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='scoring', to='duplicate.board')),
            ],
        ),
        migrations.CreateModel(
            name='Frequency',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('field', models.CharField(max_length=32)),
                ('status', models.CharField(choices=[('played', 'Played'), ('passed_out', 'Passed out'), ('not_played', 'Not played'), ('late', 'Late play'), ('artificial', 'Artificial score'), ('assigned', 'Assigned score'), ('fouled', 'Fouled board'), ('sit_out', 'Sit-out')], max_length=10)),
                ('ns_score', models.SmallIntegerField(blank=True, null=True)),
                ('ruling', models.CharField(blank=True, max_length=200)),
                ('group', models.CharField(blank=True, max_length=10)),
                ('top', models.PositiveSmallIntegerField()),
                ('ns_mp_num', models.BigIntegerField(blank=True, null=True)),
                ('ns_mp_den', models.PositiveBigIntegerField(default=1)),
                ('ew_mp_num', models.BigIntegerField(blank=True, null=True)),
                ('ew_mp_den', models.PositiveBigIntegerField(default=1)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='frequencies', to='duplicate.board')),
            ],
            options={
                'verbose_name_plural': 'frequencies',
            },
        ),
        migrations.CreateModel(
            name='BoardScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField(default=0)),
                ('table_board', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='board_score', to='duplicate.tableboard')),
                ('frequency', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='rankings.frequency')),
            ],
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
            },
        ),
        migrations.CreateModel(
            name='Ranking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.CharField(choices=[('NS', 'South players'), ('EW', 'North players'), ('ALL', 'All players')], max_length=3)),
                ('stratum', models.CharField(blank=True, max_length=10)),
                ('handicap', models.BooleanField(default=False)),
                ('table', models.JSONField(default=dict)),
                ('fingerprint', models.CharField(max_length=64)),
                ('computed_at', models.DateTimeField(auto_now=True)),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rankings', to='duplicate.section')),
            ],
        ),
        migrations.AddConstraint(
            model_name='frequency',
            constraint=models.UniqueConstraint(condition=models.Q(('ns_score__isnull', False)), fields=('board', 'field', 'status', 'ns_score', 'ruling', 'group'), name='result_once_a_board'),
        ),
        migrations.AddConstraint(
            model_name='frequency',
            constraint=models.UniqueConstraint(condition=models.Q(('ns_score__isnull', True)), fields=('board', 'field', 'status', 'ruling', 'group'), name='result_without_score_once_a_board'),
        ),
        migrations.AddConstraint(
            model_name='frequency',
            constraint=models.CheckConstraint(condition=models.Q(('ew_mp_den__gte', 1), ('ns_mp_den__gte', 1)), name='match_points_are_fractions'),
        ),
        migrations.AddConstraint(
            model_name='frequency',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ew_mp_num__isnull', True), ('ns_mp_num__isnull', True)), models.Q(('ew_mp_num__isnull', False), ('ns_mp_num__isnull', False)), _connector='OR'), name='match_points_of_both_or_none'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('unit__in', ['top', 'points', 'percent'])), name='penalty_unit_known'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='penalty_of_something'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.CheckConstraint(condition=models.Q(('why', ''), _negated=True), name='penalty_says_why'),
        ),
        migrations.AddConstraint(
            model_name='publication',
            constraint=models.UniqueConstraint(fields=('session', 'version'), name='publication_version_once'),
        ),
        migrations.AddConstraint(
            model_name='publication',
            constraint=models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='publication_version_from_1'),
        ),
        migrations.AddConstraint(
            model_name='ranking',
            constraint=models.UniqueConstraint(fields=('section', 'line', 'stratum', 'handicap'), name='ranking_once_a_line'),
        ),
        migrations.AddConstraint(
            model_name='ranking',
            constraint=models.CheckConstraint(condition=models.Q(('line__in', ['NS', 'EW', 'ALL'])), name='ranking_line_known'),
        ),
        append_only("rankings_publication"),
    ]
