"""The command `python -m solver.build`. It compiles `solver/core` into `solver/_core.so` if there is a compiler.

Without a C++ compiler, the solver is merely slower. The command then says so and exits with 0 (or 1 with `--required`).
It compiles only if a source file is newer than the library (or always, with `--force`). The compiler is `CXX`, or else
the first available of g++, clang++ and c++. The library runs on any processor of the same architecture, because the
search is compiled twice and one version is chosen when the library is loaded.
"""

import argparse
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CORE = Path(__file__).resolve().parent / "core"
LIBRARY = CORE.parent / "_core.so"
FLAGS = ("-std=c++17", "-O2", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra")
FAST = ("-mpopcnt", "-mbmi", "-mbmi2", "-mavx2")
UNITS = (("engine", "portable", ()), ("api", "portable", ()))
UNITS_X86 = (("engine", "portable", ()), ("engine", "fast", FAST), ("api", "portable", ("-DSOLO_WITH_FAST",)))


def main(arguments: list[str] | None = None) -> int:
    """Build the library if necessary. Return 0, or 1 if `--required` is given and the build was impossible."""
    parser = argparse.ArgumentParser(prog="python -m solver.build", description=__doc__)
    parser.add_argument("--required", action="store_true", help="fail without a compiler")
    parser.add_argument("--force", action="store_true", help="compile even if nothing is newer")
    options = parser.parse_args(arguments)
    if not options.force and is_fresh():
        return 0
    compiler = find_compiler()
    if compiler is None:
        print("No C++ compiler: the solver will run in Python, some hundred times slower.", file=sys.stderr)
        return int(options.required)
    failure = compile_core(compiler)
    if failure:
        print(f"The solver's core could not be compiled; it will run in Python.\n{failure}", file=sys.stderr)
        return int(options.required)
    print(f"Compiled {LIBRARY.relative_to(CORE.parent.parent)} with {shlex.join(compiler)}")
    return 0


def is_fresh() -> bool:
    """True if the library is newer than all its sources."""
    if not LIBRARY.exists():
        return False
    sources = [*CORE.glob("*.?pp"), Path(__file__)]
    return LIBRARY.stat().st_mtime > max(source.stat().st_mtime for source in sources)


def find_compiler() -> list[str] | None:
    """Return the command for a C++ compiler, or None."""
    wanted = os.environ.get("CXX")
    names = [wanted] if wanted else ["g++", "clang++", "c++"]
    return next((command for name in names if shutil.which((command := shlex.split(name))[0])), None)


def compile_core(compiler: list[str]) -> str:
    """Compile the library. Return "" on success, or else the compiler's message.

    The file is replaced in one step, so a running process keeps the version that it has loaded.
    """
    is_x86 = platform.machine().lower() in ("x86_64", "amd64")
    with tempfile.TemporaryDirectory(dir=CORE.parent, prefix=".build-") as folder:
        built, objects = Path(folder) / LIBRARY.name, list[str]()
        for name, namespace, flags in UNITS_X86 if is_x86 else UNITS:
            target = str(Path(folder) / f"{name}-{namespace}.o")
            source = str(CORE / f"{name}.cpp")
            failure = _run([*compiler, *FLAGS, *flags, f"-DSOLO={namespace}", "-c", source, "-o", target])
            if failure:
                return failure
            objects.append(target)
        failure = _run([*compiler, "-shared", *objects, "-o", str(built)])
        if not failure:
            built.replace(LIBRARY)
    return failure


def _run(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else done.stderr or f"{command[0]} ended with {done.returncode}"


if __name__ == "__main__":
    sys.exit(main())
