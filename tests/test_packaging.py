"""The lists in pyproject.toml are complete: every package is installed, with its data, and every import is declared."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TOPS = ("derive", "graphs", "checks", "netlemma")


def test_every_package_is_listed() -> None:
    found = {path.parent for top in TOPS for path in (ROOT / top).rglob("*.py")}
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == {".".join(path.relative_to(ROOT).parts) for path in found}


def test_every_package_is_typed_and_every_data_file_is_listed() -> None:
    listed = PROJECT["tool"]["setuptools"]["package-data"]
    for top in TOPS:
        files = (path for path in (ROOT / top).rglob("*") if path.is_file())
        other = [path for path in files if path.suffix != ".py" and "__pycache__" not in path.parts]
        assert {str(path.relative_to(ROOT / top)) for path in other} == set(listed[top])
        assert "py.typed" in listed[top]
