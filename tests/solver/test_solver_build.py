"""The build: without a compiler the solver is merely slower, and one message says so."""

import shutil

import pytest

from solver import build, compiled, engines
from solver.errors import SolverError
from solver.reference import ReferenceEngine
from tests.needs import compiler


@pytest.fixture
def not_built(tmp_path, monkeypatch):
    """A folder that does not contain the library."""
    core = tmp_path / "solver" / "core"
    shutil.copytree(build.CORE, core)
    library = core.parent / "_core.so"
    monkeypatch.setattr(build, "CORE", core)
    monkeypatch.setattr(build, "LIBRARY", library)
    monkeypatch.setattr(compiled, "LIBRARY", library)
    compiled._loaded.cache_clear()
    yield library
    compiled._loaded.cache_clear()


def test_without_a_compiler_it_says_so_and_goes_on(not_built, monkeypatch, capsys):
    monkeypatch.setenv("CXX", "no-such-compiler")
    assert build.main([]) == 0
    assert "No C++ compiler" in capsys.readouterr().err
    assert build.main(["--required"]) == 1
    assert not not_built.exists()


def test_without_the_library_python_answers(not_built):
    assert engines.backend().startswith("solver, slow: Python only, as solver/_core.so is not built")
    assert isinstance(engines.engine(), ReferenceEngine)
    with pytest.raises(SolverError, match="not built"):
        compiled.Compiled()


def test_a_broken_library_is_named(not_built):
    not_built.write_bytes(b"this is no library")
    assert "cannot be loaded" in engines.backend()
    assert isinstance(engines.engine(), ReferenceEngine)


@compiler
def test_it_is_built_once_and_again_when_a_source_is_newer(not_built, capsys):
    assert build.main(["--required"]) == 0
    assert not_built.exists()
    assert [path.name for path in not_built.parent.iterdir() if path.name.startswith(".build")] == []
    first = not_built.stat().st_mtime_ns
    assert build.main([]) == 0
    assert not_built.stat().st_mtime_ns == first
    source = build.CORE / "search.hpp"
    source.touch()
    assert not build.is_fresh()


@compiler
def test_sources_that_do_not_compile_leave_python(not_built, capsys):
    (build.CORE / "search.hpp").write_text("this is no C++")
    assert build.main([]) == 0
    assert "could not be compiled" in capsys.readouterr().err
    assert build.main(["--required"]) == 1
    assert not not_built.exists()


def test_the_reference_can_be_asked_for():
    assert isinstance(engines.engine(reference=True), ReferenceEngine)
    assert "\n" not in engines.backend()
