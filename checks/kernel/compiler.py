"""Rocq's compiler: the theory compiled once, theorems in parallel, both kept by their contents."""

import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from checks.base.inputs import InputError
from derive.formal.theory import theory_files

INSTALL = "Rocq is not installed: apt-get install coq, or opam install coq (8.16 or later)"
CLEAN = "Closed under the global context"
MOST_SECONDS = 600


@dataclass(frozen=True)
class KernelAnswer:
    """What the kernel answers about a file: whether it accepts all theorems without axioms, and its message if not."""

    accepted: bool
    message: str


def compiler() -> str:
    """The path of ``coqc``.

    Raises
    ------
    InputError
        If it is not installed; the message states how to install it.
    """
    found = shutil.which("coqc")
    if found is None:
        raise InputError(INSTALL)
    return found


def cache_folder() -> Path:
    """The folder of compiled files, in the user's cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "netlemma" / "rocq"


def answers(theorems: Sequence[str], folder: Path | None = None) -> list[KernelAnswer]:
    """The kernel's answer about each file of theorems, from the cache where it is known.

    Parameters
    ----------
    theorems : sequence of str
        Files for Rocq; each prints the assumptions of each of its theorems.
    folder : Path or None, optional
        Folder of compiled files; the user's cache if None.

    Returns
    -------
    list of KernelAnswer
        Answers in the order of the files.

    Raises
    ------
    InputError
        If Rocq is not installed.
    RuntimeError
        If the theory itself does not compile.
    """
    coqc = compiler()
    theory = _theory(coqc, folder or cache_folder())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda text: _answer(coqc, theory, text), theorems))


def _theory(coqc: str, folder: Path) -> Path:
    """The folder with the compiled theory, which is compiled if this version of it is not there."""
    files = theory_files()
    version = subprocess.run([coqc, "--version"], capture_output=True, text=True, check=True).stdout
    digest = sha256("\0".join([version, *(f"{name}\0{text}" for name, text in files.items())]).encode()).hexdigest()
    place = folder / digest[:16]
    if place.is_dir():
        return place
    draft = folder / f".{digest[:16]}.{secrets.token_hex(4)}"
    draft.mkdir(parents=True)
    try:
        for name, text in files.items():
            (draft / name).write_text(text, encoding="utf-8")
        for name in (line for line in files["_CoqProject"].split() if line.endswith(".v")):
            made = _run([coqc, "-R", ".", "Netlemma", name], draft)
            if made.returncode:
                raise RuntimeError(f"the theory does not compile, in {name}: {made.stderr.strip()}")
        if not place.is_dir():
            draft.rename(place)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return place


def _answer(coqc: str, theory: Path, text: str) -> KernelAnswer:
    name = f"t_{sha256(text.encode()).hexdigest()[:24]}"
    known = theory / f"{name}.answer"
    if known.is_file():
        accepted, _, message = known.read_text(encoding="utf-8").partition("\n")
        return KernelAnswer(accepted == "accepted", message)
    source = theory / f"{name}.v"
    source.write_text(text, encoding="utf-8")
    try:
        ended = _run([coqc, "-R", ".", "Netlemma", source.name], theory)
    except subprocess.TimeoutExpired:
        return KernelAnswer(False, f"no answer within {MOST_SECONDS} s")
    kernel_answer = _judged(text, ended)
    known.write_text(
        f"{'accepted' if kernel_answer.accepted else 'refused'}\n{kernel_answer.message}", encoding="utf-8"
    )
    return kernel_answer


def _judged(text: str, ended: "subprocess.CompletedProcess[str]") -> KernelAnswer:
    """Accepted if every theorem compiles and none depends on an axiom."""
    if ended.returncode:
        return KernelAnswer(False, " ".join(re.sub(r'^File ".*", ', "", ended.stderr).split()))
    asked = len(re.findall(r"^Print Assumptions ", text, re.M))
    if not asked or ended.stdout.count(CLEAN) != asked:
        return KernelAnswer(False, f"depends on axioms: {' '.join(ended.stdout.split())}")
    return KernelAnswer(True, "")


def _run(command: Sequence[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["nice", *command] if shutil.which("nice") else command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )
