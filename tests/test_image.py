"""The image of the club server, as its Dockerfile builds it. `make test-image` builds the image and runs it."""

import json
import re
import tomllib
from pathlib import Path

from clubsite.health import PATHS

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
DOCKERFILE = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text())
FINAL = DOCKERFILE.rpartition("\nFROM ")[2]


def test_the_image_has_every_file_that_the_wheel_has():
    wheel = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    copied = {word for line in re.findall(r"^COPY (.+)$", FINAL, re.M) for word in line.split()[:-1]}
    copied = {word.removeprefix("/app/") for word in copied}
    assert {*wheel["packages"], *wheel["force-include"]} <= copied
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {"docs/*", "!docs/rules"} <= set(ignored)
    assert not copied & set(ignored)


def test_its_health_is_asked_at_an_address_that_the_site_answers(client, db):
    check = re.search(r"^HEALTHCHECK .*CMD (.+)$", FINAL, re.M)
    assert check
    path = re.search(r"http://127\.0\.0\.1:([^/]+)(/[\w/]+)", check[1])
    assert path and path[2] in PATHS
    assert client.get(path[2]).status_code == 200
    command = " ".join(json.loads(FINAL.partition("\nCMD ")[2]))
    assert f" --port {path[1]} " in command
    assert "exec uvicorn " in command, "the check asks only a process with this word in its command"


def test_it_says_its_version_and_licence_and_does_not_run_as_root():
    labels = dict(re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]*)"', FINAL))
    assert labels["version"] == "$VERSION"
    assert "build-arg VERSION=$(VERSION)" in (ROOT / "Makefile").read_text()
    assert labels["licenses"] == PYPROJECT["project"]["license"]
    assert re.findall(r"^USER (\w+)$", FINAL, re.M) == ["club"]
