"""An installation has one package, netlemma, with every module and data file, and leaves the names of others alone."""

import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LINKED = ("derive", "graphs", "checks", "proofs")  # folders of the repository that stand inside the package
NAMES_OF_OTHERS = (*LINKED, "tests")


@pytest.mark.parametrize("top", ("netlemma", *LINKED))
def test_every_folder_with_modules_is_a_package(top: str) -> None:
    folders = {path.parent for path in (ROOT / top).rglob("*.py") if "__pycache__" not in path.parts}
    parents = {
        parent
        for folder in folders
        for parent in (folder, *folder.parents)
        if (ROOT / top) in (parent, *parent.parents)
    }
    assert [str(folder) for folder in sorted(parents) if not (folder / "__init__.py").exists()] == []


@pytest.mark.parametrize("top", LINKED)
def test_folders_are_linked_into_the_package(top: str) -> None:
    link = ROOT / "netlemma" / top
    assert link.is_symlink() and link.readlink() == Path("..", top)


def test_every_data_file_is_installed() -> None:
    data = PROJECT["tool"]["setuptools"]["package-data"]
    assert "py.typed" in data["netlemma"]
    for package, patterns in data.items():
        top = ROOT / package.rpartition(".")[2]
        files = (path for path in top.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        names = [path.relative_to(top).as_posix() for path in files if path.suffix != ".py"]
        assert [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)] == []
        assert [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in names)] == []


@pytest.mark.in_turn
def test_files_of_these_names_beside_a_script_change_nothing(tmp_path: Path) -> None:
    for name in NAMES_OF_OTHERS:
        (tmp_path / f"{name}.py").write_text("OWN = True\n")
    script = tmp_path / "script.py"
    script.write_text(
        "import checks, derive, graphs, proofs, tests\n"
        "import netlemma as nl\n"
        "assert all(module.OWN for module in (checks, derive, graphs, proofs, tests))\n"
        "print(nl.measure('ring', K=6).mean_distance, nl.derive('ring', 'diameter').as_json()[0]['key'], nl.check('ring', 'diameter', 'floor(K/2)').verdict)\n"
    )
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "9/5 ring.diameter holds\n"), ran.stderr


@pytest.mark.in_turn
@pytest.mark.ci
def test_other_distributions_keep_these_names(tmp_path: Path) -> None:
    """Distributions called graphs, derive, ... are installed first, then netlemma into the same place."""
    place = tmp_path / "site"
    for name in NAMES_OF_OTHERS:
        source = tmp_path / name
        (source / name).mkdir(parents=True)
        (source / name / "__init__.py").write_text(f"OWNER = {name!r}\n")
        (source / "pyproject.toml").write_text(
            f'[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "{name}"\nversion = "1"\n[tool.setuptools]\npackages = ["{name}"]\n'
        )
    for source in (*(tmp_path / name for name in NAMES_OF_OTHERS), ROOT):
        command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", place, source]
        subprocess.run(command, check=True, capture_output=True)
    packages = {path.name for path in place.iterdir() if path.is_dir() and not path.name.endswith(".dist-info")}
    assert packages == {"netlemma", "bin", *NAMES_OF_OTHERS}
    code = (
        f"import sys; sys.path.insert(0, {str(place)!r}); import checks, derive, graphs, proofs, tests, netlemma as nl\n"
        "print([m.OWNER for m in (derive, graphs, checks, proofs, tests)], nl.__file__, nl.measure('ring', K=6).mean_distance)"
    )
    ran = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert ran.stdout == f"{list(NAMES_OF_OTHERS)} {place / 'netlemma' / '__init__.py'} 9/5\n"
