import clubsite.core.tokens
import clubsite.core.named
import django.db.models.deletion
from django.conf import settings
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
            name='Ladder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rules', models.JSONField(default=dict)),
                ('since', models.DateField()),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='ladder', to='clubs.club')),
            ],
        ),
        migrations.CreateModel(
            name='PointScheme',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scheme', models.JSONField()),
                ('since', models.DateField()),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='point_scheme', to='clubs.club')),
            ],
        ),
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=clubsite.core.tokens.new_public_id, max_length=20, unique=True)),
                ('name', clubsite.core.named.NameField(max_length=120)),
                ('rules', models.JSONField()),
                ('prize', clubsite.core.named.NameField(blank=True, default='', max_length=200)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series', to='clubs.club')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'series',
                'ordering': ['-created_at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='series_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='SeriesSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to='season.series')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='series_sessions', to='nights.session')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('series', 'number'), name='series_session_number_once'), models.UniqueConstraint(fields=('series', 'session'), name='series_session_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='series_session_from_1')],
            },
        ),
        migrations.CreateModel(
            name='SeriesSubstitute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('series_session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutes', to='season.seriessession')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                ('stand_in', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('series_session', 'player'), name='one_substitute_a_session'), models.UniqueConstraint(fields=('series_session', 'stand_in'), name='substitute_for_one_a_session'), models.CheckConstraint(condition=models.Q(('player', models.F('stand_in')), _negated=True), name='nobody_stands_in_for_himself')],
            },
        ),
        migrations.CreateModel(
            name='MasterPointAward',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField()),
                ('place_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('tied', models.BooleanField(default=False)),
                ('points_num', models.BigIntegerField()),
                ('points_den', models.PositiveBigIntegerField(default=1)),
                ('decimals', models.PositiveSmallIntegerField(default=2)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                ('session', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='nights.session')),
            ],
            options={
                'indexes': [models.Index(fields=['club', 'person', 'points_den', 'points_num', 'date'], name='awards_of_a_club'), models.Index(fields=['club', 'date', 'session'], name='awards_by_date')],
                'constraints': [models.UniqueConstraint(fields=('session', 'person'), name='award_once_a_session'), models.CheckConstraint(condition=models.Q(('points_den__gte', 1), ('points_num__gte', 0)), name='award_is_a_fraction')],
            },
        ),
    ]
