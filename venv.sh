#!/bin/sh
# Make .venv by the Python named ($1), or say in a sentence what is missing. Called by make.
set -u
python=$1
low=$(sed -n 's/^requires-python = ">=\(.*\),<.*/\1/p' pyproject.toml)
end=$(sed -n 's/^requires-python = .*,<\(.*\)"/\1/p' pyproject.toml)
range="Python $low or later, and earlier than $end (PyYAML, which the API's description needs, has no wheel for $end yet)"

stop() {
  echo "$1" >&2
  exit 1
}

command -v "$python" >/dev/null ||
  stop "There is no $python here. Install $range (Debian and Ubuntu: apt-get install python3 python3-venv), or name another: make PYTHON=python3.12 ..."
"$python" -c 'import sys
low, end = [tuple(map(int, version.split("."))) for version in sys.argv[1:]]
sys.exit(not low <= sys.version_info[:3] < end)' "$low" "$end" ||
  stop "This needs $range; $python is $("$python" --version 2>&1). Name another: make PYTHON=python3.12 ..."
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
  stop "$python cannot make environments: its venv module is missing. Debian and Ubuntu: apt-get install python3-venv"
"$python" -m venv --clear .venv
