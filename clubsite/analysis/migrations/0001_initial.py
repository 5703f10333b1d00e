import clubsite.core.sealed_fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('duplicate', '0001_initial'),
        ('play', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='BoardSolution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('values', models.JSONField(null=True)),
                ('par', models.JSONField(null=True)),
                ('sealed', clubsite.core.sealed_fields.SealedTextField(blank=True, editable=False, help_text='Both of them, until the board is opened')),
                ('solved_at', models.DateTimeField(auto_now_add=True)),
                ('board', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='solution', to='duplicate.board')),
            ],
        ),
        migrations.CreateModel(
            name='PlayAnalysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('calls', models.JSONField()),
                ('cards', models.JSONField()),
                ('costly', models.JSONField(default=list, editable=False)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('play', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='analysis', to='play.play')),
            ],
        ),
    ]
