"""The page "How the site is", for the people who keep the site running."""

import re
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from clubsite.keeper.job_runs import JobNotes
from clubsite.keeper.models import JobRun
from tests.on_page import has_word

ADDRESS = "/admin/site/"


def test_only_a_keeper_reads_how_the_site_is(club, dee, director):
    assert Client().get(ADDRESS).url.startswith("/login/")
    refused = director.get(ADDRESS)
    assert refused.status_code == 403 and "You may not open this page" in refused.text


def test_a_keeper_reads_faults_with_what_to_do_jobs_and_sizes(keeper, night, settings):
    notes = JobNotes()
    notes.ended("rankings.sweep", 0.25)
    notes.ended("signups.sweep", 1.5, ValueError("Ann"))
    notes.store()
    settings.DEBUG = True
    page = keeper.get(ADDRESS).content.decode()
    assert "DEBUG is on" in page and "Take DEBUG out of the environment" in page
    assert "failed: ValueError" in page and not has_word(page, "Ann")
    assert re.search(r"<td><code>[a-z_]+</code></td><td class=\"num\">[\d.]+\xa0KB</td>", page)
    assert "Check these too" in page
    page = keeper.post(ADDRESS).content.decode()
    assert "This site has no mail server" in page and "Check these too" not in page


def test_a_site_where_nothing_has_run_yet_says_so(keeper):
    page = keeper.get(ADDRESS).content.decode()
    assert "No job has run yet." in page and "not yet" in page


def test_the_page_is_two_clicks_from_the_admin(keeper):
    assert ADDRESS in keeper.get("/admin/").content.decode()


def test_the_longest_run_is_remembered_for_a_day(db):
    notes = JobNotes()
    for seconds in (1.0, 4.0, 2.0):
        notes.ended("analysis.solve_board", seconds)
        notes.store()
    run = JobRun.objects.get()
    assert (run.seconds, run.longest) == (2.0, 4.0)
    JobRun.objects.update(longest_at=timezone.now() - timedelta(days=2))
    notes.ended("analysis.solve_board", 3.0)
    notes.store()
    run.refresh_from_db()
    assert run.longest == 3.0


def test_what_beat_asked_for_and_what_ran_are_one_row(db):
    notes = JobNotes()
    notes.asked("rankings.sweep")
    notes.store()
    other_process = JobNotes()
    other_process.ended("rankings.sweep", 0.1)
    other_process.store()
    run = JobRun.objects.get()
    assert run.asked_at and run.ended_at and not run.fault
