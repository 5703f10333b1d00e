import clubsite.core.sealed_fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='JobRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, unique=True)),
                ('asked_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('seconds', models.FloatField(default=0)),
                ('fault', models.CharField(blank=True, max_length=80)),
                ('longest', models.FloatField(default=0)),
                ('longest_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='PageFault',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('page', models.CharField(max_length=120, unique=True)),
                ('line', models.CharField(max_length=200)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='ClubFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('passphrase', clubsite.core.sealed_fields.SealedTextField(blank=True, editable=False)),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
                ('begun_at', models.DateTimeField(null=True)),
                ('made_at', models.DateTimeField(null=True)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('fault', models.CharField(blank=True, max_length=500)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_files', to='clubs.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ClubFilePiece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('data', models.BinaryField()),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pieces', to='keeper.clubfile')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('file', 'number'), name='club_file_piece_once')],
            },
        ),
    ]
