import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from clubsite.accounts.tokens import new_public_id
from clubsite.triggers import append_only

# SQLite makes a table anew when a column is added, without its triggers: they go before and come back after.
GUARD = append_only("results_scoreentry")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_append_only"),
        ("duplicate", "0007_board_files"),
        ("play", "0003_called_by"),
        ("results", "0003_solutions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(GUARD.reverse_code, GUARD.code),
        migrations.CreateModel(
            name="Ladder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rules", models.JSONField(default=dict)),
                ("since", models.DateField()),
            ],
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("amount", models.DecimalField(decimal_places=2, max_digits=7)),
                (
                    "unit",
                    models.CharField(
                        choices=[
                            ("top", "Percent of a board's top"),
                            ("points", "Match points, or IMPs"),
                            ("percent", "Percent of the session"),
                        ],
                        default="top",
                        max_length=7,
                    ),
                ),
                ("why", models.CharField(max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "penalties",
                "ordering": ["at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="PointScheme",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("scheme", models.JSONField()),
                ("since", models.DateField()),
            ],
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(default=new_public_id, max_length=20, unique=True),
                ),
                ("name", models.CharField(max_length=120)),
                ("rules", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name_plural": "series",
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="SeriesNight",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="SeriesSubstitute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="ranking",
            name="ranking_once_a_line",
        ),
        migrations.AddField(
            model_name="boardscoring",
            name="settings",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="ranking",
            name="handicap",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="ranking",
            name="stratum",
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddField(
            model_name="scoreentry",
            name="group",
            field=models.CharField(
                blank=True,
                help_text="Of a fouled board: compared with lines of the same group only",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="scoreentry",
            name="artificial",
            field=models.CharField(
                blank=True,
                help_text="A ruling: A5050 (50 % to each side), 60% 620, 40% -100 (weighted), 620 / -100 (split)",
                max_length=200,
            ),
        ),
        migrations.AddConstraint(
            model_name="ranking",
            constraint=models.UniqueConstraint(
                fields=("section", "line", "stratum", "handicap"), name="ranking_once_a_line"
            ),
        ),
        migrations.AddConstraint(
            model_name="scoreentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status__in", ["assigned", "fouled"]), _negated=True),
                    ("ns_score__isnull", False),
                    models.Q(("artificial", ""), _negated=True),
                    _connector="OR",
                ),
                name="score_assigned_has_its_score",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="club",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="ladder", to="clubs.club"
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="by_user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="penalties", to="duplicate.entry"
            ),
        ),
        migrations.AddField(
            model_name="pointscheme",
            name="club",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="point_scheme", to="clubs.club"
            ),
        ),
        migrations.AddField(
            model_name="series",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="series", to="clubs.club"
            ),
        ),
        migrations.AddField(
            model_name="series",
            name="created_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="seriesnight",
            name="series",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="nights", to="results.series"
            ),
        ),
        migrations.AddField(
            model_name="seriesnight",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="series_nights",
                to="duplicate.session",
            ),
        ),
        migrations.AddField(
            model_name="seriessubstitute",
            name="night",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="substitutes",
                to="results.seriesnight",
            ),
        ),
        migrations.AddField(
            model_name="seriessubstitute",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.person"
            ),
        ),
        migrations.AddField(
            model_name="seriessubstitute",
            name="stand_in",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.person"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("unit__in", ["top", "points", "percent"])), name="penalty_unit_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount", 0), _negated=True), name="penalty_of_something"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("why", ""), _negated=True), name="penalty_says_why"
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="series_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesnight",
            constraint=models.UniqueConstraint(fields=("series", "number"), name="series_night_number_once"),
        ),
        migrations.AddConstraint(
            model_name="seriesnight",
            constraint=models.UniqueConstraint(
                fields=("series", "session"), name="series_night_session_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriesnight",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="series_night_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriessubstitute",
            constraint=models.UniqueConstraint(fields=("night", "player"), name="one_substitute_a_night"),
        ),
        migrations.AddConstraint(
            model_name="seriessubstitute",
            constraint=models.UniqueConstraint(
                fields=("night", "stand_in"), name="substitute_for_one_a_night"
            ),
        ),
        migrations.AddConstraint(
            model_name="seriessubstitute",
            constraint=models.CheckConstraint(
                condition=models.Q(("player", models.F("stand_in")), _negated=True),
                name="nobody_stands_in_for_himself",
            ),
        ),
        GUARD,
    ]
