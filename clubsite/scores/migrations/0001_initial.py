import clubsite.core.tokens
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from clubsite.core.triggers import append_only
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('nights', '0001_initial'),
        ('play', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ScoringRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('board', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='nights.board')),
                ('session', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='scoring_requests', to='nights.session')),
            ],
        ),
        migrations.CreateModel(
            name='PendingScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=clubsite.core.tokens.new_public_id, max_length=32, unique=True)),
                ('side', models.CharField(max_length=2)),
                ('status', models.CharField(choices=[('played', 'Played'), ('passed_out', 'Passed out'), ('not_played', 'Not played'), ('late', 'Late play'), ('artificial', 'Artificial'), ('assigned', 'Ruled'), ('fouled', 'Fouled'), ('sit_out', 'Sit-out')], max_length=10)),
                ('contract', models.CharField(blank=True, max_length=4)),
                ('declarer', models.CharField(blank=True, max_length=1)),
                ('lead', models.CharField(blank=True, max_length=2)),
                ('tricks', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('ns_score', models.SmallIntegerField(blank=True, null=True)),
                ('ruling', models.CharField(blank=True, help_text='A ruling: A5050 (50 % to each side), 60% 620, 40% -100 (weighted), 620 / -100 (split)', max_length=200)),
                ('group', models.CharField(blank=True, help_text='Of a fouled board: compared with lines of the same group only', max_length=10)),
                ('disputed', models.BooleanField(default=False, help_text='The other side said that it is not so')),
                ('asks', models.CharField(blank=True, choices=[('late', 'The round was over when it came'), ('other_score', 'Another score had been entered meanwhile'), ('other_players', 'Others sit there by the movement as it is now')], max_length=13)),
                ('agreed', models.BooleanField(default=False, help_text='The other side said yes, and it does not count yet')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by_ticket', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='play.seatticket')),
                ('table_board', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pending_score', to='nights.tableboard')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('asks__in', ['', 'late', 'other_score', 'other_players'])), name='pending_score_asks_known'), models.CheckConstraint(condition=models.Q(('side__in', ['NS', 'EW'])), name='pending_score_side_known'), models.CheckConstraint(condition=models.Q(('group', ''), ('ns_score__isnull', False), ('ruling', ''), ('status__in', ['played', 'passed_out'])), name='pending_score_of_a_board_that_was_played')],
            },
        ),
        migrations.CreateModel(
            name='TypedAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('client_id', models.CharField(help_text='Made by the terminal', max_length=32)),
                ('kind', models.CharField(max_length=8)),
                ('said', models.JSONField(default=dict)),
                ('code', models.CharField(blank=True, choices=[('done', 'It was done'), ('same', 'The same score counts already'), ('kept', 'It is kept for the director'), ('gone', 'It was about a score that is another one by now'), ('refused', 'It cannot be')], max_length=7)),
                ('words', models.CharField(blank=True, max_length=400)),
                ('problems', models.JSONField(default=dict, help_text='Field -> sentence, where it was refused')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('table_board', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='nights.tableboard')),
                ('ticket', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='typed_acts', to='play.seatticket')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('ticket', 'client_id'), name='typed_act_once_a_ticket')],
            },
        ),
        migrations.CreateModel(
            name='ScoreEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('play', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='score_entries', to='play.play')),
                ('source', models.CharField(choices=[('live', 'Played on the site'), ('typed', 'Typed at the table'), ('director', 'Director')], max_length=8)),
                ('status', models.CharField(choices=[('played', 'Played'), ('passed_out', 'Passed out'), ('not_played', 'Not played'), ('late', 'Late play'), ('artificial', 'Artificial'), ('assigned', 'Ruled'), ('fouled', 'Fouled'), ('sit_out', 'Sit-out')], max_length=10)),
                ('contract', models.CharField(blank=True, max_length=4)),
                ('declarer', models.CharField(blank=True, max_length=1)),
                ('lead', models.CharField(blank=True, max_length=2)),
                ('tricks', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('ns_score', models.SmallIntegerField(blank=True, null=True)),
                ('ruling', models.CharField(blank=True, help_text='A ruling: A5050 (50 % to each side), 60% 620, 40% -100 (weighted), 620 / -100 (split)', max_length=200)),
                ('group', models.CharField(blank=True, help_text='Of a fouled board: compared with lines of the same group only', max_length=10)),
                ('why', models.CharField(blank=True, help_text='As a person typed it', max_length=200)),
                ('facts', models.JSONField(blank=True, default=dict, help_text='Why the site entered it')),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False)),
                ('by_ticket', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='play.seatticket')),
                ('by_user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table_board', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='score_entries', to='nights.tableboard')),
            ],
            options={
                'verbose_name_plural': 'score entries',
                'ordering': ['table_board', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('source__in', ['live', 'typed', 'director'])), name='score_source_known'), models.CheckConstraint(condition=models.Q(('status__in', ['played', 'passed_out', 'not_played', 'late', 'artificial', 'assigned', 'fouled', 'sit_out'])), name='score_status_known'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'passed_out'), _negated=True), models.Q(('contract', 'PASS'), ('declarer', ''), ('ns_score', 0), ('ns_score__isnull', False), ('tricks__isnull', True)), _connector='OR'), name='score_passed_out_is_empty'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'played'), _negated=True), models.Q(('declarer__in', ['N', 'E', 'S', 'W']), ('ns_score__isnull', False), ('tricks__isnull', False), ('tricks__lte', 13), models.Q(('contract__in', ['', 'PASS']), _negated=True)), models.Q(('contract', ''), ('declarer', ''), ('tricks__isnull', True), ('ns_score__isnull', False)), _connector='OR'), name='score_played_is_whole'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'artificial'), _negated=True), models.Q(('contract', ''), ('declarer', ''), ('tricks__isnull', True), ('ns_score__isnull', True), models.Q(('ruling', ''), _negated=True)), _connector='OR'), name='score_artificial_has_its_text'), models.CheckConstraint(condition=models.Q(models.Q(('status__in', ['assigned', 'fouled']), _negated=True), ('ns_score__isnull', False), models.Q(('ruling', ''), _negated=True), _connector='OR'), name='score_assigned_has_its_score'), models.CheckConstraint(condition=models.Q(models.Q(('status__in', ['not_played', 'late', 'sit_out']), _negated=True), models.Q(('contract', ''), ('declarer', ''), ('tricks__isnull', True), ('ns_score__isnull', True)), _connector='OR'), name='score_not_played_is_empty')],
            },
        ),
        migrations.CreateModel(
            name='OrderCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('moment', models.CharField(choices=[('before', 'before the play'), ('after', 'after the play')], max_length=6)),
                ('answer', models.CharField(choices=[('shown', 'The order was shown'), ('in_order', 'In order'), ('put_right', 'Not in order, put right'), ('fouled', 'Not in order, fouled from this table on'), ('fouled_next', 'Not in order, fouled from the next table on'), ('fouled_own', 'Played not in order, put right afterwards')], max_length=11)),
                ('side', models.CharField(max_length=2)),
                ('group', models.CharField(blank=True, max_length=10)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('by_ticket', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='play.seatticket')),
                ('table_board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='order_checks', to='nights.tableboard')),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('moment__in', ['before', 'after'])), name='order_check_moment_known'), models.CheckConstraint(condition=models.Q(('answer__in', ['shown', 'in_order', 'put_right', 'fouled', 'fouled_next', 'fouled_own'])), name='order_check_answer_known'), models.CheckConstraint(condition=models.Q(('side__in', ['NS', 'EW'])), name='order_check_side_known'), models.CheckConstraint(condition=models.Q(models.Q(('answer__in', ('fouled', 'fouled_next', 'fouled_own')), models.Q(('group', ''), _negated=True)), models.Q(models.Q(('answer__in', ('fouled', 'fouled_next', 'fouled_own')), _negated=True), ('group', '')), _connector='OR'), name='order_check_fouled_has_its_group'), models.CheckConstraint(condition=models.Q(('moment', 'after'), models.Q(('answer__in', ['fouled_next', 'fouled_own']), _negated=True), _connector='OR'), name='order_check_after_the_play_alone')],
            },
        ),
        migrations.CreateModel(
            name='RefusedLead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(max_length=2)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('cleared_at', models.DateTimeField(blank=True, null=True)),
                ('by_ticket', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='play.seatticket')),
                ('cleared_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table_board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='refused_leads', to='nights.tableboard')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('side__in', ['NS', 'EW'])), name='refused_lead_side_known')],
            },
        ),
        append_only("scores_scoreentry"),
    ]
