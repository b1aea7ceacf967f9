"""Packages and data files are installed: setuptools finds them as pyproject.toml says, and no file is left out."""

import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TOPS = ("derive", "graphs", "checks", "netlemma")


@pytest.mark.parametrize("top", TOPS)
def test_every_folder_with_modules_is_a_package(top: str) -> None:
    assert f"{top}*" in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]
    folders = {path.parent for path in (ROOT / top).rglob("*.py") if "__pycache__" not in path.parts}
    parents = {
        parent
        for folder in folders
        for parent in (folder, *folder.parents)
        if (ROOT / top) in (parent, *parent.parents)
    }
    assert [str(folder) for folder in sorted(parents) if not (folder / "__init__.py").exists()] == []


@pytest.mark.parametrize("top", TOPS)
def test_every_package_is_typed_and_every_data_file_is_installed(top: str) -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"][top]
    files = (path for path in (ROOT / top).rglob("*") if path.is_file())
    other = [path for path in files if path.suffix != ".py" and "__pycache__" not in path.parts]
    names = [str(path.relative_to(ROOT / top)) for path in other]
    assert [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in names)] == []
    assert "py.typed" in patterns
