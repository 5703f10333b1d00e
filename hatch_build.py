"""What the build of the wheel adds: the compiled solver, if there is a C++ compiler.

Without one the wheel runs on every system, and its solver in Python. HATCH_BUILD_NO_HOOKS=true builds that wheel.
"""

import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIBRARY = "solver/_core.so"


class CompiledSolver(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the solver's core. With it, the wheel runs on this system and processor, and on any Python 3."""
        subprocess.run([sys.executable, "-m", "solver.build"], cwd=self.root, check=True)
        library = Path(self.root, LIBRARY)
        if library.exists():
            platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
            build_data |= {"pure_python": False, "tag": f"py3-none-{platform}"}
            build_data["force_include"][str(library)] = LIBRARY
