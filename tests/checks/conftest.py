"""Rocq's theory, compiled once for all tests of a run."""

import os

import pytest


@pytest.fixture(scope="session")
def rocq_folder(tmp_path_factory):
    """The folder of what Rocq compiled and answered in this run, where commands whose cache is below it find it."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache" / "netlemma" / "rocq"
