"""The workflow files: what they install, run and keep is there."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def steps(path):
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_there_is_one_for_the_site_and_one_for_a_release():
    assert [path.name for path in WORKFLOWS] == ["release.yml", "site.yml"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_is_installed_is_an_extra_and_versions_of_actions_are_pinned(path):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    commands = " && ".join(step.get("run", "") for step in steps(path))
    named = re.findall(r'pip install "\.\[(\w+)\]"', commands)
    assert named and set(named) <= extras.keys()
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", step["uses"]) for step in steps(path) if "uses" in step)


@pytest.mark.ci
def test_the_site_is_written_where_its_pages_are_taken_from(tmp_path):
    run = [step.get("run", "").split() for step in steps(ROOT / ".github/workflows/site.yml")]
    (command,) = (words for words in run if words[:1] == ["netlemma"])
    (folder,) = (
        step["with"]["path"] for step in steps(ROOT / ".github/workflows/site.yml") if "path" in step.get("with", {})
    )
    options = ["--only", "ring-complete", "--no-pdf", "--ledger", str(tmp_path / "ledger")]
    subprocess.run([sys.executable, "-m", *command, *options], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / folder / "index.html").is_file()
    (documentation,) = (words for words in run if words[:1] == ["sphinx-build"])
    assert documentation[-1] == f"{folder}/docs" and (ROOT / documentation[-2] / "conf.py").is_file()
