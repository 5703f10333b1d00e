import functools
import secrets

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from clubsite.core.triggers import append_only, kept, write_once_filled


class Migration(migrations.Migration):

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name='Chain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('length', models.PositiveIntegerField(default=0)),
                ('head', models.CharField(blank=True, max_length=64)),
                ('part_of', models.ForeignKey(help_text="Of a session: its club's chain", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='parts', to='chains.chain')),
            ],
        ),
        migrations.CreateModel(
            name='ChainLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(help_text="The label of the row's model", max_length=60)),
                ('facts', models.JSONField()),
                ('salt', models.CharField(default=functools.partial(secrets.token_hex, 16), max_length=32)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('number', models.PositiveIntegerField(null=True)),
                ('hash', models.CharField(blank=True, max_length=64)),
                ('chain', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='chains.chain')),
                ('replaces', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replaced_by', to='chains.chainlink')),
            ],
            options={
                'ordering': ['number', 'pk'],
                'indexes': [models.Index(condition=models.Q(('number', None)), fields=['chain'], name='chain_links_waiting')],
                'constraints': [models.UniqueConstraint(fields=('chain', 'number'), name='chain_link_number_once'), models.CheckConstraint(condition=models.Q(models.Q(('hash', ''), ('number', None)), models.Q(('number__gte', 1), models.Q(('hash', ''), _negated=True)), _connector='OR'), name='chain_link_numbered_with_hash')],
            },
        ),
        migrations.CreateModel(
            name='MovedLink',
            fields=[
                ('link', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='moved', serialize=False, to='chains.chainlink')),
                ('facts', models.JSONField()),
            ],
        ),
        kept("chains_chain", "part_of_id"),
        kept("chains_chainlink", "chain_id", "kind", "facts", "salt", "replaces_id", "at"),
        write_once_filled("chains_chainlink", "number", "hash"),
        append_only("chains_movedlink"),
    ]
