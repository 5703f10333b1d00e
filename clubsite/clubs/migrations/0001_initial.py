import clubsite.clubs.time_zones
import clubsite.clubs.audit_actions
import clubsite.core.named
import django.db.models.deletion
import django.utils.timezone
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
                ('name_key', clubsite.core.named.NameKeyField(editable=False)),
                ('name_order', clubsite.core.named.NameOrderField(editable=False)),
                ('name', clubsite.core.named.NameField(max_length=120, unique=True)),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('venue', models.CharField(blank=True, max_length=200)),
                ('contact', models.CharField(blank=True, max_length=200)),
                ('time_zone', models.CharField(blank=True, help_text="Of its clock, for example Pacific/Auckland; empty: the site's", max_length=50, validators=[clubsite.clubs.time_zones.zone_known])),
                ('names_for', models.CharField(choices=[('names', 'By name, except whoever said no'), ('agreed', 'By name whoever agreed, all others by initials'), ('initials', 'Everybody by initials')], default='agreed', max_length=10)),
                ('results_for', models.CharField(choices=[('everybody', 'Everybody'), ('members', 'The club’s members only')], default='everybody', max_length=10)),
                ('paper', models.CharField(choices=[('a4', 'A4'), ('letter', 'Letter')], default='a4', max_length=6)),
                ('correction_days', models.PositiveSmallIntegerField(default=7, help_text='After the day of the first publication: while directors correct results by themselves (Law 79C1)')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('results_for__in', ['everybody', 'members'])), name='club_results_for_known'), models.CheckConstraint(condition=models.Q(('names_for__in', ['names', 'agreed', 'initials'])), name='club_names_for_known'), models.CheckConstraint(condition=models.Q(('paper__in', ['a4', 'letter'])), name='club_paper_known'), models.CheckConstraint(condition=models.Q(('correction_days__lte', 90)), name='club_correction_days_few')],
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor', models.CharField(help_text='The name as it was then, or the seat', max_length=120)),
                ('action', models.CharField(choices=clubsite.clubs.audit_actions.audit_actions, max_length=40)),
                ('subject', models.CharField(blank=True, help_text='The name of what it was about, as it was then', max_length=200)),
                ('detail', models.JSONField(blank=True, default=dict)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
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
                ('since', models.DateField(default=django.utils.timezone.localdate, editable=False)),
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
                ('name_key', clubsite.core.named.NameKeyField(editable=False)),
                ('name_order', clubsite.core.named.NameOrderField(editable=False)),
                ('name', clubsite.core.named.NameField(max_length=80)),
                ('number', models.CharField(blank=True, help_text="The club's own membership number", max_length=20)),
                ('guest', models.BooleanField(default=False)),
                ('forgotten_at', models.DateTimeField(blank=True, help_text="Since when there is no name to this person's results", null=True)),
                ('agreed', models.BooleanField(blank=True, help_text='What they said last of their name (Consent); empty: not asked yet', null=True)),
                ('nickname', clubsite.core.named.NameField(blank=True, max_length=40)),
                ('shown_as', models.CharField(choices=[('club', 'As the club shows its people'), ('initials', 'By my initials'), ('nickname', 'By a nickname'), ('hidden', 'Not at all: “A player”')], default='club', max_length=10)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='people', to='clubs.club')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='people', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name_order', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('number', ''), _negated=True), fields=('club', 'number'), name='person_number_once_a_club'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('club', 'user'), name='person_user_once_a_club'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='person_has_a_name'), models.CheckConstraint(condition=models.Q(('shown_as__in', ['club', 'initials', 'nickname', 'hidden'])), name='person_shown_as_known')],
            },
        ),
        migrations.CreateModel(
            name='Consent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answer', models.CharField(choices=[('yes', 'agreed'), ('no', 'said no')], max_length=3)),
                ('way', models.CharField(choices=[('self', 'on the site'), ('director', 'to a director, on paper or by word')], max_length=10)),
                ('words', models.CharField(max_length=10)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='consents', to='clubs.person')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('answer__in', ['yes', 'no'])), name='consent_answer_known'), models.CheckConstraint(condition=models.Q(('way__in', ['self', 'director'])), name='consent_way_known')],
            },
        ),
        migrations.CreateModel(
            name='CorrectionRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('subject', models.CharField(blank=True, help_text='The session as it was called', max_length=200)),
                ('text', models.TextField(max_length=1000)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('answer', models.TextField(blank=True, max_length=1000)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='correction_requests', to='clubs.club')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='correction_requests', to='clubs.person')),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('answered_at', None), models.Q(('answer', ''), _negated=True), _connector='OR'), name='correction_answer_in_words')],
            },
        ),
        migrations.CreateModel(
            name='SetupLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key_hash', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='ClubLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='clubs.club')),
                ('maker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='links', to='clubs.person')),
            ],
        ),
        migrations.CreateModel(
            name='MemberImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='clubs.club')),
                ('people', models.ManyToManyField(related_name='+', to='clubs.person')),
            ],
        ),
        append_only("clubs_consent"),
    ]
