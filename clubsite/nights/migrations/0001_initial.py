import clubsite.core.tokens
import clubsite.core.named
import clubsite.nights.models.sessions
import clubsite.core.sealed_fields
import clubsite.nights.models.boards
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from clubsite.core.triggers import append_only, write_once, write_once_closed
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
            name='Session',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=clubsite.core.tokens.new_public_id, max_length=20, unique=True)),
                ('name_key', clubsite.core.named.NameKeyField(editable=False)),
                ('name_order', clubsite.core.named.NameOrderField(editable=False)),
                ('name', clubsite.core.named.NameField(max_length=120)),
                ('date', models.DateField(validators=[clubsite.nights.models.sessions.validate_session_date])),
                ('status', models.CharField(choices=[('draft', 'Being set up'), ('running', 'In play'), ('paused', 'Paused'), ('ended', 'Ended')], default='draft', max_length=8)),
                ('players', models.PositiveSmallIntegerField(help_text='Contestants expected, odd too')),
                ('robot', models.CharField(blank=True, help_text='Strength of the robot asked to fill an odd field; empty: a sit-out', max_length=10)),
                ('boards_per_round', models.PositiveSmallIntegerField(default=3)),
                ('minutes_per_board', models.PositiveSmallIntegerField(default=8)),
                ('options', models.JSONField(blank=True, default=dict, help_text='Options of the game, as games.registry names them')),
                ('claim_checking', models.CharField(choices=[('players', 'the opponent answers'), ('exact', 'checked by computer')], default='players', help_text='Checked by computer, or not', max_length=8)),
                ('travellers', models.CharField(choices=[('after_board', 'after each board'), ('at_end', 'when the results are published')], default='after_board', help_text='When a table is told how others fared on a board that it has played', max_length=11)),
                ('order_check', models.BooleanField(default=True, help_text='Tables with cards are asked whether both dummies are in order (SOLO-4)')),
                ('scoring', models.JSONField(blank=True, default=dict, help_text='How it is scored, as scoring.settings reads it; {}: as usual')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sessions', to='clubs.club')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-date', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['draft', 'running', 'paused', 'ended'])), name='session_status_known'), models.CheckConstraint(condition=models.Q(('claim_checking__in', ['players', 'exact'])), name='session_claim_checking_known'), models.CheckConstraint(condition=models.Q(('travellers__in', ['after_board', 'at_end'])), name='session_travellers_known'), models.CheckConstraint(condition=models.Q(('players__gte', 2), ('players__lte', 120)), name='session_players_2_to_120'), models.CheckConstraint(condition=models.Q(('boards_per_round__gte', 1), ('boards_per_round__lte', 12)), name='session_boards_a_round_1_to_12'), models.CheckConstraint(condition=models.Q(('robot__in', ['', 'first', 'beginner', 'improver', 'club', 'tournament', 'expert', 'perfect'])), name='session_robot_known')],
            },
        ),
        migrations.CreateModel(
            name='BoardSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(choices=[('seed', 'Dealt by seed'), ('table', 'Dealt at the table'), ('event', 'Boards of an event'), ('again', 'Same cards, new order'), ('pbn', 'PBN file'), ('lin', 'LIN file'), ('dup', 'DUP file'), ('bri', 'BRI file'), ('dge', 'DGE file'), ('dlm', 'DLM file')], max_length=10)),
                ('file_name', models.CharField(blank=True, max_length=200)),
                ('seed', clubsite.core.sealed_fields.SealedTextField(blank=True, editable=False, help_text='Of the deals, or of the sequences of a file without them')),
                ('nonce', models.CharField(default=clubsite.nights.models.boards.new_nonce, editable=False, max_length=32)),
                ('commitment', models.CharField(blank=True, editable=False, max_length=64)),
                ('shown_seed', models.CharField(blank=True, editable=False, help_text='The seed, kept clear once all its boards are open', max_length=120)),
                ('practice', models.BooleanField(default=False, help_text='Somebody typed the seed, so somebody can know the cards')),
                ('pending', models.BooleanField(default=False, help_text='Read from a file and shown, not yet taken')),
                ('event_boards', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('held_until', models.DateTimeField(blank=True, editable=False, help_text='When the event is over in every club', null=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='board_sets', to='nights.session')),
            ],
        ),
        migrations.CreateModel(
            name='Section',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(default='A', max_length=10)),
                ('lettered', models.BooleanField(default=False, help_text='One of several: its tables and contestants are called A3, B7')),
                ('kind', models.CharField(choices=[('two_handed', 'Two-handed, a player a side'), ('four_handed', 'Four-handed, in pairs')], default='two_handed', max_length=11)),
                ('players', models.PositiveSmallIntegerField(blank=True, help_text="Contestants expected (players, or pairs); empty: the session's", null=True)),
                ('live', models.BooleanField(default=True, help_text='Played on the site; otherwise with physical cards, scores typed in')),
                ('other_tables', models.JSONField(blank=True, default=list, help_text='Numbers of the tables that play the other way than `live` says')),
                ('table_devices', models.BooleanField(default=False, help_text='With cards: a device that joins stays at its table; otherwise it goes with a player')),
                ('own_boards', models.BooleanField(default=False, help_text="Plays boards of its own, not the session's")),
                ('own_boards_per_round', models.PositiveSmallIntegerField(blank=True, help_text='Where it plays others than the session says', null=True)),
                ('own_minutes_per_board', models.PositiveSmallIntegerField(blank=True, help_text="Where its clock is not the session's", null=True)),
                ('round_number', models.PositiveSmallIntegerField(default=0)),
                ('hold', models.BooleanField(default=False, help_text='The director moves the next round on')),
                ('board_set', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sections', to='nights.boardset')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sections', to='nights.session')),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(fields=('session', 'name'), name='section_name_once_a_session'), models.CheckConstraint(condition=models.Q(('kind__in', ['two_handed', 'four_handed'])), name='section_kind_known'), models.CheckConstraint(condition=models.Q(('kind', 'two_handed'), ('live', False), _connector='OR'), name='section_live_is_two_handed'), models.CheckConstraint(condition=models.Q(('own_boards_per_round__isnull', True), models.Q(('own_boards_per_round__gte', 1), ('own_boards_per_round__lte', 12)), _connector='OR'), name='section_boards_a_round_1_to_12')],
            },
        ),
        migrations.CreateModel(
            name='Contestant',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='%(class)s', serialize=False, to='play.playseat')),
                ('number', models.PositiveSmallIntegerField()),
                ('robot', models.CharField(blank=True, help_text='Its strength; empty for people', max_length=10)),
                ('stratum', models.CharField(blank=True, help_text='A, B, C ... or empty', max_length=10)),
                ('handicap', models.DecimalField(blank=True, decimal_places=2, help_text='Percent added to the result', max_digits=5, null=True)),
                ('carry', models.CharField(blank=True, help_text='Match points brought along, exact: "83/2" or "41.5"; empty: none', max_length=40)),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contestants', to='nights.section')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('robot', ''), _negated=True), fields=('section',), name='one_robot_a_section'), models.UniqueConstraint(fields=('section', 'number'), name='contestant_number_once_a_section'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='contestant_number_from_1'), models.CheckConstraint(condition=models.Q(('handicap__isnull', True), models.Q(('handicap__gte', -100), ('handicap__lte', 100)), _connector='OR'), name='contestant_handicap_in_percent')],
            },
        ),
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('dealer', models.CharField(max_length=1)),
                ('vulnerability', models.CharField(max_length=4)),
                ('sealed', clubsite.core.sealed_fields.SealedTextField(blank=True, editable=False, help_text='The four hands, until the board is opened')),
                ('north', models.CharField(blank=True, max_length=38)),
                ('east', models.CharField(blank=True, max_length=38)),
                ('south', models.CharField(blank=True, max_length=38)),
                ('west', models.CharField(blank=True, max_length=38)),
                ('known', models.BooleanField(default=False, editable=False, help_text='The site knows all four hands')),
                ('ordered', models.BooleanField(default=False, editable=False, help_text='The site knows the order of both dummies')),
                ('opened_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('hands_open', models.BooleanField(default=False, help_text='It is dealt at the table, and its cards may be typed there, or typed again')),
                ('typings', models.PositiveSmallIntegerField(default=0, help_text='How often its cards were typed')),
                ('typed_at', models.DateTimeField(blank=True, help_text='When its cards were typed first', null=True)),
                ('dealt_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, help_text='When these four hands came into the session: dealt, read from a file, or typed')),
                ('fingerprint', models.CharField(blank=True, db_index=True, default='', editable=False, help_text='Of the four hands, however they are ordered; empty where nobody knows them', max_length=32)),
                ('board_set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='nights.boardset')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('board_set', 'number'), name='board_number_once_a_set'), models.CheckConstraint(condition=models.Q(('dealer__in', ['N', 'E', 'S', 'W'])), name='board_dealer_known'), models.CheckConstraint(condition=models.Q(('vulnerability__in', ['None', 'NS', 'EW', 'All'])), name='board_vulnerability_known'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='board_number_from_1'), models.CheckConstraint(condition=models.Q(('opened_at__isnull', False), models.Q(('east', ''), ('north', ''), ('south', ''), ('west', '')), _connector='OR'), name='board_cards_clear_once_opened')],
            },
        ),
        migrations.CreateModel(
            name='ContestantPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_round', models.PositiveSmallIntegerField(default=1)),
                ('to_round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='persons', to='nights.contestant')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entered', to='clubs.person')),
            ],
            options={
                'ordering': ['from_round', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('contestant', 'person', 'from_round'), name='person_once_a_contestant_and_round'), models.CheckConstraint(condition=models.Q(('to_round__isnull', True), ('to_round__gte', models.F('from_round')), _connector='OR'), name='contestant_person_rounds_in_order')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('forced', models.BooleanField(default=False)),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='nights.section')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('section', 'number'), name='round_number_once_a_section')],
            },
        ),
        migrations.CreateModel(
            name='Movement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='Mitchell with arrow switch', max_length=120)),
                ('changed', models.BooleanField(default=False, help_text='A director has changed it since play began')),
                ('title', models.CharField(help_text='The name with its tables, rounds and boards', max_length=120)),
                ('plan', models.JSONField()),
                ('drawn', models.BooleanField(default=False, help_text='Swiss: each round is drawn from the standings; the plan holds those drawn')),
                ('rounds', models.PositiveSmallIntegerField(blank=True, help_text='Of a drawn movement: how many there will be; else the plan says', null=True)),
                ('waits', models.BooleanField(default=False, help_text='Each round waits until the director has looked at its draw')),
                ('accepted_at', models.DateTimeField(auto_now=True)),
                ('section', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='movement', to='nights.section')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('drawn', False), ('rounds__gte', 1), _connector='OR'), name='movement_drawn_has_its_rounds')],
            },
        ),
        migrations.CreateModel(
            name='ClubMovement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name_key', clubsite.core.named.NameKeyField(editable=False)),
                ('name_order', clubsite.core.named.NameOrderField(editable=False)),
                ('name', clubsite.core.named.NameField(max_length=80)),
                ('contestants', models.PositiveSmallIntegerField()),
                ('boards_per_round', models.PositiveSmallIntegerField(blank=True, help_text='That it was made for; empty: any', null=True)),
                ('plan', models.JSONField()),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='movements', to='clubs.club')),
            ],
            options={
                'ordering': ['name_order', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='club_movement_name_once_a_club'), models.CheckConstraint(condition=models.Q(('boards_per_round__isnull', True), models.Q(('boards_per_round__gte', 1), ('boards_per_round__lte', 12)), _connector='OR'), name='club_movement_boards_a_round_1_to_12')],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='%(class)s', serialize=False, to='play.playseat')),
                ('number', models.PositiveSmallIntegerField()),
                ('code', models.CharField(default=clubsite.core.tokens.new_code, max_length=6, unique=True)),
                ('watch', models.PositiveSmallIntegerField(blank=True, choices=[(0, 'when the board is closed'), (5, '5 minutes behind'), (10, '10 minutes behind'), (15, '15 minutes behind')], help_text='How it may be watched; empty: not at all', null=True)),
                ('room', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='table', to='play.room')),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='nights.section')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('section', 'number'), name='table_number_once_a_section'), models.CheckConstraint(condition=models.Q(('watch__isnull', True), ('watch', 0), ('watch', 5), ('watch', 10), ('watch', 15), _connector='OR'), name='table_watch_known')],
            },
        ),
        migrations.CreateModel(
            name='Seating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board_group', models.PositiveSmallIntegerField(help_text="The plan's board set, 0 at a sit-out")),
                ('done', models.BooleanField(default=False, help_text='All boards finished and agreed')),
                ('ew', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seatings_ew', to='nights.contestant')),
                ('ns', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seatings_ns', to='nights.contestant')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seatings', to='nights.round')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seatings', to='nights.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('round', 'table'), name='seating_once_a_table'), models.UniqueConstraint(fields=('round', 'ns'), name='seating_ns_once_a_round'), models.UniqueConstraint(fields=('round', 'ew'), name='seating_ew_once_a_round'), models.CheckConstraint(condition=models.Q(('ns__isnull', True), ('ew__isnull', True), models.Q(('ns', models.F('ew')), _negated=True), _connector='OR'), name='seating_nobody_against_himself'), models.CheckConstraint(condition=models.Q(models.Q(('ew__isnull', False), ('ns__isnull', False)), ('board_group', 0), _connector='OR'), name='seating_sit_out_without_boards')],
            },
        ),
        migrations.CreateModel(
            name='TableBoard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('live', models.BooleanField(default=True, help_text='Played on the site; otherwise with physical cards')),
                ('state', models.CharField(choices=[('waiting', 'To be played'), ('live', 'On the table'), ('finished', 'Played'), ('unplayed', 'Not played'), ('void', 'Void')], default='waiting', max_length=8)),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='table_boards', to='nights.board')),
                ('ew', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='nights.contestant')),
                ('ns', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='nights.contestant')),
                ('play', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='table_board', to='play.play')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_boards', to='nights.round')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_boards', to='nights.table')),
            ],
            options={
                'ordering': ['round', 'table', 'board__number'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'void'), _negated=True), fields=('round', 'table', 'board'), name='table_board_once'), models.UniqueConstraint(condition=models.Q(('state', 'live')), fields=('table', 'round'), name='one_live_board_a_table'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'live', 'finished', 'unplayed', 'void'])), name='table_board_state_known'), models.CheckConstraint(condition=models.Q(('ns', models.F('ew')), _negated=True), name='table_board_two_contestants')],
            },
        ),
        migrations.CreateModel(
            name='TableBoardSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('direction', models.CharField(max_length=2)),
                ('void', models.BooleanField(default=False)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='nights.board')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='board_seats', to='nights.contestant')),
                ('table_board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='nights.tableboard')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('void', False)), fields=('board', 'contestant'), name='board_once_a_contestant'), models.UniqueConstraint(fields=('table_board', 'direction'), name='seat_direction_once_a_board'), models.CheckConstraint(condition=models.Q(('direction__in', ['NS', 'EW'])), name='seat_direction_known')],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', clubsite.core.named.NameField(max_length=40)),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='nights.section')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('section', 'number'), name='team_number_once_a_section'), models.UniqueConstraint(models.F('section'), django.db.models.functions.text.Lower('name'), name='team_name_once_a_section'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='team_number_from_1'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='team_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='WrongBoard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(blank=True, max_length=2)),
                ('kept', models.BooleanField(default=False)),
                ('own_state', models.CharField(blank=True, max_length=8)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='nights.board')),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('line', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='played_instead', to='nights.tableboard')),
                ('table_board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wrong_boards', to='nights.tableboard')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('side__in', ['', 'NS', 'EW'])), name='wrong_board_side_known'), models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('table_board',), name='wrong_board_asked_once')],
            },
        ),
        migrations.CreateModel(
            name='SlipLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key_hash', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='slip_links', to='nights.board')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='PlayedAs',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='played_as', to='nights.contestant')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.person')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('person__isnull', False), ('user__isnull', False), _connector='OR'), name='played_as_is_somebody')],
            },
        ),
        migrations.CreateModel(
            name='AuditedBoard',
            fields=[
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='clubs.auditentry')),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='nights.board')),
            ],
        ),
        migrations.CreateModel(
            name='Repair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('late', 'Someone came late'), ('absent', 'Someone has not come'), ('leaves', 'Someone leaves'), ('shorter', 'Stop earlier'), ('longer', 'One round more'), ('table', 'Another table'), ('swapped', 'Two players swapped'), ('turned', 'Sat the wrong way'), ('wrong', 'Wrong players at a table'), ('anew', 'New movement for the rest')], max_length=8)),
                ('order', models.JSONField(blank=True, default=dict)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('round', models.PositiveSmallIntegerField(help_text='How many rounds had begun')),
                ('before', models.JSONField(help_text='The plan before')),
                ('after', models.JSONField(help_text='The plan after')),
                ('title', models.CharField(max_length=120)),
                ('changed', models.BooleanField()),
                ('rounds_all', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('released', models.ManyToManyField(help_text='Whose device has let go', related_name='+', to='play.seatticket')),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='repairs', to='nights.section')),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['late', 'absent', 'leaves', 'shorter', 'longer', 'table', 'swapped', 'turned', 'wrong', 'anew'])), name='repair_kind_known'), models.CheckConstraint(condition=models.Q(models.Q(('undone_at', None), ('undone_by', None)), models.Q(('undone_at__isnull', False), ('undone_by__isnull', False)), _connector='OR'), name='repair_undone_by_somebody')],
            },
        ),
        migrations.CreateModel(
            name='RepairPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_round', models.PositiveSmallIntegerField()),
                ('came', models.BooleanField()),
                ('contestant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='nights.contestant')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.person')),
                ('repair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='people', to='nights.repair')),
            ],
        ),
        migrations.CreateModel(
            name='CommitmentLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('commitment', models.CharField(max_length=64)),
                ('step', models.CharField(choices=[('made', 'made'), ('file', 'cards taken as a file'), ('opened', 'first cards opened'), ('ended', 'replaced by other boards')], max_length=6)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('board_set', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='commitment_lines', to='nights.boardset')),
                ('session', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='commitment_lines', to='nights.session')),
            ],
        ),
        append_only("nights_commitmentline"),
        write_once("nights_board", "board_set_id", "number", "dealer", "vulnerability"),
        write_once_closed(
            "nights_board", "hands_open", "opened_at", "north", "east", "south", "west", "dealt_at",
            "known", "ordered", "fingerprint",
        ),
        write_once(
            "nights_repair",
            *("section_id", "kind", '"order"', "by_id", "at", "round", "before", "after"),
            *("title", "changed", "rounds_all"),
        ),
        write_once("nights_boardset", "source", "nonce", "commitment"),
        write_once("nights_tableboard", "round_id", "table_id", "board_id", "ns_id", "ew_id"),
    ]
