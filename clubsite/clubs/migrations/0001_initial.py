import clubsite.clubs.time_zones
import django.db.models.deletion
from django.conf import settings
from clubsite.core.triggers import append_only
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, unique=True)),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('venue', models.CharField(blank=True, max_length=200)),
                ('contact', models.CharField(blank=True, max_length=200)),
                ('time_zone', models.CharField(blank=True, help_text="Of its clock, for example Pacific/Auckland; empty: the site's", max_length=50, validators=[clubsite.clubs.time_zones.zone_known])),
            ],
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session_ref', models.CharField(blank=True, db_index=True, help_text='Public id of the session', max_length=20)),
                ('actor', models.CharField(help_text='The name as it was then, or the seat', max_length=120)),
                ('action', models.CharField(choices=[('session_created', 'created'), ('session_changed', 'changed'), ('session_discarded', 'discarded'), ('field_split', 'split the field'), ('sections_joined', 'put the sections together'), ('four_handed_section_added', 'added a four-handed section'), ('section_removed', 'removed a section'), ('screens_chosen', 'chose screens'), ('physical_cards_chosen', 'chose physical cards'), ('section_clock_set', "set a section's clock"), ('robot_asked', 'asked a robot'), ('no_robot_asked', 'asked no robot'), ('options_chosen', "chose the game's options"), ('movement_chosen', 'chose movement'), ('names_filled_in', 'filled in names'), ('boards_made', 'made boards'), ('known_boards_noticed', 'noticed boards that are known'), ('deals_exported', 'took a file of cards'), ('slips_printed', 'printed slips'), ('session_started', 'started'), ('session_start_taken_back', 'took the start back'), ('session_paused', 'paused'), ('session_resumed', 'resumed'), ('session_ended', 'ended'), ('round_moved_on', 'moved the round on'), ('round_held', 'held the round'), ('round_released', 'released the round'), ('round_drawn', 'drew a round'), ('draw_changed', 'changed the draw'), ('movement_changed', 'changed the movement'), ('movement_change_taken_back', 'took a change back'), ('board_turned', 'turned a board'), ('call_answered', 'answered a call'), ('seat_freed', 'freed a seat'), ('freed_seat_taken', 'took a freed seat'), ('seat_taken_in_mid_board', 'took a seat in mid-board'), ('name_corrected', 'mended a name'), ('play_action_taken_back', 'took back an action'), ('cards_looked_at', 'looked at the cards'), ('lead_refused', 'was refused a lead'), ('leaderboard_shown', 'put the leaderboard up'), ('leaderboard_hidden', 'took the leaderboard down'), ('showing_set', 'chose what is shown'), ('score_entered', 'entered a score'), ('score_corrected', 'corrected a score'), ('score_found_right', 'found a typed score right'), ('pending_score_refused', 'refused a typed score'), ('pending_score_replaced', 'replaced a typed score'), ('pending_score_taken_back', 'took back a typed score'), ('pending_score_overtaken', 'entered a score over a typed one'), ('pending_score_not_agreed', 'left a typed score not agreed'), ('pending_score_of_others', 'found a typed score in other names'), ('pending_score_set_aside', 'set a typed score aside'), ('pending_score_too_late', 'typed a score after its round'), ('pending_score_agreed_late', 'agreed to a score after its round'), ('results_imported', 'imported results'), ('scoring_set', 'set the scoring'), ('contestants_noted', 'noted contestants'), ('penalty_given', 'gave a penalty'), ('penalty_withdrawn', 'took a penalty back'), ('results_published', 'published the results'), ('results_withdrawn', 'withdrew the results'), ('series_begun', 'began a series'), ('series_changed', 'changed a series'), ('series_discarded', 'threw a series away'), ('series_sessions_set', 'set the nights of a series'), ('substitute_named', 'named a substitute'), ('substitute_taken_back', 'took a substitute back'), ('ladder_set', 'set the ladder'), ('master_points_set', 'set the master points'), ('club_changed', 'changed the club’s facts'), ('member_added', 'added a member'), ('person_changed', 'changed somebody on the list'), ('person_forgotten', 'forgot a person'), ('director_made', 'made a director of'), ('member_made_again', 'made a member again of'), ('account_invited', 'invited to an account'), ('account_joined', 'joined with an account'), ('account_parted', 'parted from its account'), ('password_link_made', 'made a way in for'), ('password_set_by_link', 'set a new password by a link'), ('api_token_made', 'made an API token'), ('api_token_revoked', 'took an API token back'), ('retention_applied', 'followed the rules of retention')], max_length=40)),
                ('subject', models.CharField(blank=True, max_length=200)),
                ('detail', models.JSONField(blank=True, default=dict)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='audit', to='clubs.club')),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='Which program holds it', max_length=60)),
                ('scopes', models.CharField(help_text='Separated by blanks', max_length=60)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to='clubs.club')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('scopes__in', ['nights:read', 'nights:read nights:write'])), name='api_token_scopes_known'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='api_token_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('member', 'Member'), ('director', 'Director'), ('owner', 'Owner')], default='member', max_length=10)),
                ('since', models.DateField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='clubs.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'user'), name='membership_once_a_club'), models.CheckConstraint(condition=models.Q(('role__in', ['member', 'director', 'owner'])), name='membership_role_known')],
            },
        ),
        migrations.CreateModel(
            name='Person',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('number', models.CharField(blank=True, help_text="The club's own membership number", max_length=20)),
                ('guest', models.BooleanField(default=False)),
                ('forgotten_at', models.DateTimeField(blank=True, help_text="Since when there is no name to this person's results", null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='people', to='clubs.club')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='people', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('number', ''), _negated=True), fields=('club', 'number'), name='person_number_once_a_club'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('club', 'user'), name='person_user_once_a_club'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='person_has_a_name')],
            },
        ),
        append_only("clubs_auditentry"),
    ]
