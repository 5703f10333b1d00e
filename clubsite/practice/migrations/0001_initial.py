import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('clubs', '0001_initial'),
        ('play', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Repetition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('answer', models.CharField(max_length=8)),
                ('right', models.BooleanField()),
                ('in_row', models.PositiveSmallIntegerField()),
                ('tries', models.PositiveIntegerField()),
                ('due', models.DateField(null=True)),
                ('answered_at', models.DateTimeField()),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_answers', to='accounts.device')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.person')),
                ('play', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='play.play')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'person', 'play', 'seq'), name='repetition_once_an_account'), models.UniqueConstraint(condition=models.Q(('device__isnull', False)), fields=('device', 'person', 'play', 'seq'), name='repetition_once_a_device'), models.CheckConstraint(condition=models.Q(models.Q(('device__isnull', False), ('user__isnull', True)), models.Q(('device__isnull', True), ('user__isnull', False)), _connector='OR'), name='repetition_of_account_or_device')],
            },
        ),
        migrations.CreateModel(
            name='DailyProblem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField(help_text="In the site's time zone", unique=True)),
                ('setup', models.JSONField()),
                ('solution', models.JSONField()),
                ('level', models.CharField(max_length=12)),
                ('found', models.PositiveSmallIntegerField()),
                ('tried', models.PositiveSmallIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('found__lte', models.F('tried'))), name='daily_found_of_tried')],
            },
        ),
        migrations.CreateModel(
            name='DailyTry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cards', models.JSONField(default=list)),
                ('solved', models.BooleanField(default=False)),
                ('first', models.BooleanField(default=False, help_text='Solved with the first card tried')),
                ('done_at', models.DateTimeField(null=True)),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='daily_tries', to='accounts.device')),
                ('problem', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tries', to='practice.dailyproblem')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='daily_tries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'daily tries',
                'constraints': [models.UniqueConstraint(fields=('problem', 'device'), name='daily_try_once_a_device'), models.CheckConstraint(condition=models.Q(('solved', False), ('done_at__isnull', False), _connector='OR'), name='daily_solved_is_done'), models.CheckConstraint(condition=models.Q(('first', False), ('solved', True), _connector='OR'), name='daily_first_is_solved')],
            },
        ),
    ]
