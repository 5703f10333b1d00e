import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from clubsite.core.triggers import append_only
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('nights', '0001_initial'),
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
                ('listed', models.JSONField(default=list)),
                ('section', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='rankings', to='nights.section')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('section', 'line', 'stratum', 'handicap'), name='ranking_once_a_line'), models.CheckConstraint(condition=models.Q(('line__in', ['NS', 'EW', 'ALL'])), name='ranking_line_known')],
            },
        ),
        migrations.CreateModel(
            name='SessionScoring',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('runs', models.PositiveIntegerField(default=0)),
                ('took', models.FloatField(default=0)),
                ('scored_at', models.DateTimeField(auto_now=True)),
                ('session', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='scoring_state', to='nights.session')),
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
                ('table_board', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='board_score', to='nights.tableboard')),
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
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by_user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='nights.contestant')),
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
                ('digest', models.CharField(blank=True, editable=False, max_length=64)),
                ('salt', models.CharField(blank=True, editable=False, max_length=32)),
                ('players', models.JSONField(default=list, editable=False)),
                ('cards', models.JSONField(default=list, editable=False)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('by_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='publications', to='nights.session')),
                ('why', models.CharField(blank=True, help_text='Why it was corrected after the correction period', max_length=200)),
            ],
            options={
                'ordering': ['session', '-version', '-withdrawn'],
                'constraints': [models.UniqueConstraint(fields=('session', 'version', 'withdrawn'), name='publication_version_once'), models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='publication_version_from_1')],
            },
        ),
        migrations.CreateModel(
            name='PublishedSession',
            fields=[
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='published', serialize=False, to='nights.session')),
                ('date', models.DateField()),
                ('method', models.CharField(max_length=20)),
                ('scoring', models.JSONField(default=dict)),
                ('winners', models.PositiveSmallIntegerField()),
                ('players', models.PositiveSmallIntegerField()),
                ('boards', models.JSONField(default=list)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('publication', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='published', to='rankings.publication')),
            ],
            options={
                'indexes': [models.Index(fields=['club', 'date', 'session'], name='published_sessions_of_a_club')],
            },
        ),
        migrations.CreateModel(
            name='PublishedResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField()),
                ('role', models.CharField(choices=[('player', 'began as the contestant'), ('substitute', 'took over in a later round'), ('robot', 'the robot that fills the field')], default='player', max_length=10)),
                ('list', models.PositiveSmallIntegerField()),
                ('section', models.CharField(max_length=10)),
                ('sections', models.CharField(blank=True, max_length=300)),
                ('direction', models.CharField(choices=[('NS', 'South players'), ('EW', 'North players'), ('ALL', 'All players'), ('TEAMS', 'Teams')], max_length=5)),
                ('team_name', models.CharField(blank=True, help_text='Of its team, if it has one', max_length=40)),
                ('four_handed', models.BooleanField(default=False)),
                ('stratum', models.CharField(blank=True, max_length=10)),
                ('handicap', models.BooleanField(default=False)),
                ('imps', models.BooleanField(default=False)),
                ('honours', models.BooleanField(default=False)),
                ('counts', models.BooleanField(default=False)),
                ('position', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('tied', models.BooleanField(default=False)),
                ('of', models.PositiveSmallIntegerField()),
                ('possible', models.PositiveIntegerField(default=0)),
                ('won_num', models.BigIntegerField(blank=True, null=True)),
                ('won_den', models.PositiveBigIntegerField(default=1)),
                ('percentage_num', models.BigIntegerField(blank=True, null=True)),
                ('percentage_den', models.PositiveBigIntegerField(default=1)),
                ('factored_num', models.BigIntegerField(blank=True, null=True)),
                ('factored_den', models.PositiveBigIntegerField(default=1)),
                ('mean_num', models.BigIntegerField(blank=True, null=True)),
                ('mean_den', models.PositiveBigIntegerField(default=1)),
                ('vps_num', models.BigIntegerField(blank=True, null=True)),
                ('vps_den', models.PositiveBigIntegerField(default=1)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='nights.contestant')),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='results', to='clubs.person')),
                ('published', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='results', to='rankings.publishedsession')),
            ],
            options={
                'indexes': [models.Index(fields=['published', 'list', 'position'], name='results_of_a_session'), models.Index(condition=models.Q(('counts', True)), fields=['club', 'person', 'date', 'published', 'percentage_num', 'percentage_den', 'counts'], name='percentages_of_a_club'), models.Index(condition=models.Q(('handicap', False), ('honours', True), ('place', 1), ('stratum', '')), fields=['club', 'person', 'date', 'published', 'role'], name='wins_in_a_club'), models.Index(models.F('club'), models.OrderBy(django.db.models.expressions.CombinedExpression(django.db.models.functions.comparison.Cast('percentage_num', models.FloatField()), '/', django.db.models.functions.comparison.Cast('percentage_den', models.FloatField())), descending=True), models.OrderBy(models.F('date'), descending=True), models.F('id'), models.F('percentage_num'), models.F('counts'), condition=models.Q(('counts', True)), name='best_percentages_of_a_club')],
                'constraints': [models.UniqueConstraint(fields=('published', 'list', 'contestant', 'person'), name='result_once_a_list'), models.UniqueConstraint(condition=models.Q(('counts', True)), fields=('published', 'person'), name='one_result_counts'), models.CheckConstraint(condition=models.Q(('direction__in', ['NS', 'EW', 'ALL', 'TEAMS'])), name='result_direction_known'), models.CheckConstraint(condition=models.Q(('role__in', ['player', 'substitute', 'robot'])), name='result_role_known'), models.CheckConstraint(condition=models.Q(('factored_den__gte', 1), ('mean_den__gte', 1), ('percentage_den__gte', 1), ('vps_den__gte', 1), ('won_den__gte', 1)), name='results_are_fractions')],
            },
        ),
        migrations.CreateModel(
            name='PublishedLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('played', 'Played'), ('passed_out', 'Passed out'), ('not_played', 'Not played'), ('late', 'Late play'), ('artificial', 'Artificial'), ('assigned', 'Ruled'), ('fouled', 'Fouled'), ('sit_out', 'Sit-out')], max_length=10)),
                ('contract', models.CharField(blank=True, max_length=4)),
                ('declarer', models.CharField(blank=True, max_length=1)),
                ('lead', models.CharField(blank=True, max_length=2)),
                ('tricks', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('ns_score', models.SmallIntegerField(blank=True, null=True)),
                ('ruling', models.CharField(blank=True, help_text='A ruling: A5050 (50 % to each side), 60% 620, 40% -100 (weighted), 620 / -100 (split)', max_length=200)),
                ('group', models.CharField(blank=True, help_text='Of a fouled board: compared with lines of the same group only', max_length=10)),
                ('top', models.PositiveSmallIntegerField()),
                ('ns_mp_num', models.BigIntegerField(blank=True, null=True)),
                ('ns_mp_den', models.PositiveBigIntegerField(default=1)),
                ('ew_mp_num', models.BigIntegerField(blank=True, null=True)),
                ('ew_mp_den', models.PositiveBigIntegerField(default=1)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='published_lines', to='nights.board')),
                ('ew', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='nights.contestant')),
                ('ns', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='nights.contestant')),
                ('table_board', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='published_line', to='nights.tableboard')),
                ('published', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='rankings.publishedsession')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('ew_mp_den__gte', 1), ('ns_mp_den__gte', 1)), name='published_points_are_fractions')],
            },
        ),
        append_only("rankings_publication"),
    ]
