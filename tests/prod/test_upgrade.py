"""A PostgreSQL dump from a released version is restored and upgraded. Its sessions are still there and can go on."""

import gzip
import subprocess
from urllib.parse import urlsplit

import pytest

from tests.long import long
from tests.upgrade.kept_night import KEPT, facts_of, manage, postgres_program, run

pytestmark = [pytest.mark.prod, pytest.mark.timeout(300), long]
VERSIONS = sorted(file.stem for file in KEPT.glob("*.json"))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_kept_dump_is_upgraded_and_its_nights_are_there(version, club_server):
    facts = facts_of(version)["postgresql"]
    name = f"upgraded_from_{version.replace('.', '_')}"
    address = club_server.env["DATABASE_URL"]
    own = urlsplit(address)._replace(path=f"/{name}").geturl()
    dump = gzip.decompress((KEPT / f"{version}.sql.gz").read_bytes())
    psql = [postgres_program("psql"), "--quiet", "--set", "ON_ERROR_STOP=1", "--output", "/dev/null", "--dbname"]
    subprocess.run([*psql, address, "--command", f"CREATE DATABASE {name}"], check=True)
    subprocess.run([*psql, own], input=dump, check=True)
    settings = club_server.env | {"DATABASE_URL": own, "REDIS_PREFIX": name}
    manage(settings, "migrate", "--noinput")
    assert {**run(settings, "read", facts["played"]), "begun": facts["begun"]} == facts
    assert run(settings, "schema") == run(club_server.env, "schema")
    went_on = run(settings, "go_on", facts["begun"])
    assert (len(went_on["ranking"]), len(went_on["deals"])) == (len(facts["ranking"]), len(facts["deals"]))
    assert "Everything is as it was published." in manage(settings, "verify_night", "--all")
