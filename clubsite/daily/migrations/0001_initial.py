import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                ('problem', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tries', to='daily.dailyproblem')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='daily_tries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'daily tries',
                'constraints': [models.UniqueConstraint(fields=('problem', 'device'), name='daily_try_once_a_device'), models.CheckConstraint(condition=models.Q(('solved', False), ('done_at__isnull', False), _connector='OR'), name='daily_solved_is_done'), models.CheckConstraint(condition=models.Q(('first', False), ('solved', True), _connector='OR'), name='daily_first_is_solved')],
            },
        ),
    ]
