"""Rocq's compiler and kernel: theories compiled once, theorems checked in parallel, and answers kept by their contents."""

import os
import re
import shutil
import subprocess
import tempfile
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path

from netlemma.derive.formal.rocq_theorems import required_files, theory_files
from netlemma.errors import InputError

# Rocq's compiler as a command.


INSTALL = "Rocq is not installed: apt-get install coq, or opam install coq (8.16 or later)"
MOST_SECONDS = 600


def compiler() -> str:
    """The path of ``coqc``."""
    found = shutil.which("coqc")
    if found is None:
        raise InputError(INSTALL)
    return found


def run(command: Sequence[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command in a folder, behind what the machine has to do otherwise."""
    return subprocess.run(
        ["nice", *command] if shutil.which("nice") else command,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )


# The compiled files of Rocq's theory: each is compiled once for what it and those below it contain.


def digest(*texts: str) -> str:
    """A name for texts in order."""
    return sha256("\0".join(texts).encode()).hexdigest()[:32]


class CompiledTheory:
    """The theory, with its compiled files in a folder.

    Each file has a folder of its own there, whose name depends on the file, on those that it requires and on the
    compiler: what was compiled is valid as long as it is found.

    coqc: Path of Rocq's compiler.
    folder: Folder of compiled files.
    """

    def __init__(self, coqc: str, folder: Path) -> None:
        self._coqc = coqc
        self._folder = folder
        self._files = theory_files()
        self._version = subprocess.run([coqc, "--version"], capture_output=True, text=True, check=True).stdout
        self.digest = cache(self._digest)
        self.below = cache(self._below)

    def _digest(self, name: str) -> str:
        text = self._files[name]
        return digest(self._version, name, text, *(self.digest(each) for each in sorted(required_files(text))))

    def _below(self, name: str) -> frozenset[str]:
        """The files that a file requires, and those that these require."""
        return self.closure(self._files[name])

    def closure(self, text: str) -> frozenset[str]:
        """The files on which a text rests."""
        direct = frozenset(required_files(text))
        return direct.union(*(self.below(each) for each in direct))

    def options(self, names: Iterable[str]) -> list[str]:
        """The compiler's options with which compiled files are found."""
        return [word for name in sorted(names) for word in ("-R", str(self._place(name)), "Netlemma")]

    def _place(self, name: str) -> Path:
        return self._folder / "theory" / self.digest(name)

    def provide(self, name: str) -> None:
        """Compile a file if it is not there; those that it requires have to be there."""
        place = self._place(name)
        if place.is_dir():
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".", dir=place.parent))
        try:
            (draft / name).write_text(self._files[name], encoding="utf-8")
            made = run([self._coqc, *self.options(self.below(name)), "-R", ".", "Netlemma", name], draft)
            if made.returncode:
                raise RuntimeError(f"the theory does not compile, in {name}: {made.stderr.strip()}")
            try:
                os.rename(draft, place)
            except OSError:  # another process was faster: what it compiled is what others already rest on
                if not place.is_dir():
                    raise
        finally:
            shutil.rmtree(draft, ignore_errors=True)


# Theorems given to Rocq's kernel: in parallel, several in a file, and its answers kept by their contents.


CLEAN = "Closed under the global context"
REQUIRES = re.compile(r"From \w+ Require ")
ASKED = re.compile(r"^Print Assumptions (\w+)\.", re.M)
TOGETHER = 12
"""The most theorems in one file: reading the theory and finding what a theorem rests on take longer than most proofs."""

Batch = tuple[str, ...]
Work = str | Batch
"""The name of a file of the theory, or theorems that begin alike."""


@dataclass(frozen=True)
class KernelAnswer:
    """What the kernel answers about a file: whether it accepts all theorems without axioms, and its message if not."""

    accepted: bool
    message: str


def cache_folder() -> Path:
    """The folder of compiled files, in the user's cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "netlemma" / "rocq"


def answers(theorems: Sequence[str], folder: Path | None = None) -> list[KernelAnswer]:
    """The kernel's answer about each file of theorems, from the cache where it is known."""
    kernel = _Kernel(compiler(), folder or cache_folder())
    left = [text for text in dict.fromkeys(theorems) if kernel.known(text) is None]
    if left:
        kernel.ask(left)
    return [kernel.answer(text) for text in theorems]


class _Kernel:
    """Rocq's kernel with the folder of what it answered."""

    def __init__(self, coqc: str, folder: Path) -> None:
        self._coqc = coqc
        self._answers = folder / "answers"
        self._theory = CompiledTheory(coqc, folder)
        self._unanswered: dict[str, KernelAnswer] = {}

    def known(self, text: str) -> KernelAnswer | None:
        """The answer that was kept."""
        file = self._file(text)
        if not file.is_file():
            return None
        accepted, _, message = file.read_text(encoding="utf-8").partition("\n")
        return KernelAnswer(accepted == "accepted", message)

    def answer(self, text: str) -> KernelAnswer:
        """The answer about a text that was asked about."""
        found = self._unanswered.get(text) or self.known(text)
        assert found is not None
        return found

    def ask(self, texts: Iterable[str]) -> None:
        """Compile texts, after the files of the theory on which they rest."""
        self._answers.mkdir(parents=True, exist_ok=True)
        needs: dict[Work, Iterable[str]] = {}
        for batch in _batches(texts):
            needs[batch] = self._theory.closure(batch[0])
            needs.update((name, self._theory.below(name)) for name in needs[batch])
        _in_order(needs, lambda work: self._theory.provide(work) if isinstance(work, str) else self._batch(work))

    def _batch(self, batch: Batch) -> None:
        """Keep the answers about texts that begin alike: all are accepted together, or one fails and splits the others."""
        if len(batch) < 2:
            for text in batch:
                self._alone(text)
        elif (failing := self._first_failing(batch)) is None:
            for text in batch:
                self._keep(text, KernelAnswer(True, ""))
        else:
            which, message = failing
            self._batch(batch[:which])
            if message:
                self._keep(batch[which], KernelAnswer(False, message))
            else:
                self._alone(batch[which])
            self._batch(batch[which + 1 :])

    def _first_failing(self, batch: Batch) -> tuple[int, str] | None:
        """Which text is refused when all are in one file, each in a module, and why; None if all are accepted.

        Without a message the text is only suspected. The assumptions of all theorems are printed at once: finding them
        takes longer than most proofs.
        """
        lines, ends, names = _header(batch[0]), [], []
        for number, text in enumerate(batch):
            if not (asked := ASKED.findall(text)):
                return number, ""
            lines += [f"Module T{number}.", *_body(text), f"End T{number}."]
            ends.append(len(lines))
            names += [f"@T{number}.{name}" for name in asked]
        lines += [f"Definition all_of_them := ({', '.join(names)}).", "Print Assumptions all_of_them.", ""]
        try:
            ended = self._compiled("\n".join(lines))
        except subprocess.TimeoutExpired:
            return 0, ""
        if not ended.returncode:
            return None if ended.stdout.split("\n") == [CLEAN, ""] else (0, "")
        failed = re.search(r'^File ".*", line (\d+), .*:\nError', ended.stderr, re.M)
        if failed is None or int(failed[1]) > ends[-1] or "Syntax error" in ended.stderr:
            return 0, ""
        return bisect_left(ends, int(failed[1])), _message(ended)

    def _alone(self, text: str) -> None:
        try:
            ended = self._compiled(text)
        except subprocess.TimeoutExpired:
            self._unanswered[text] = KernelAnswer(False, f"no answer within {MOST_SECONDS} s")
        else:
            self._keep(text, _judged(text, ended))

    def _compiled(self, text: str) -> "subprocess.CompletedProcess[str]":
        with tempfile.TemporaryDirectory() as place:
            Path(place, "theorems.v").write_text(text, encoding="utf-8")
            return run([self._coqc, *self._theory.options(self._theory.closure(text)), "theorems.v"], Path(place))

    def _keep(self, text: str, answer: KernelAnswer) -> None:
        kept = f"{'accepted' if answer.accepted else 'refused'}\n{answer.message}"
        self._file(text).write_text(kept, encoding="utf-8")

    def _file(self, text: str) -> Path:
        return self._answers / digest(text, *map(self._theory.digest, sorted(required_files(text))))


def _batches(texts: Iterable[str]) -> list[Batch]:
    """Texts that require the same files, several at a time."""
    alike: defaultdict[Batch, list[str]] = defaultdict(list)
    for text in texts:
        alike[tuple(_header(text))].append(text)
    return [
        tuple(group[first : first + TOGETHER]) for group in alike.values() for first in range(0, len(group), TOGETHER)
    ]


def _header(text: str) -> list[str]:
    """The lines of a text that require files."""
    return [line for line in text.splitlines() if REQUIRES.match(line)]


def _body(text: str) -> list[str]:
    """The other lines, but for those that print assumptions."""
    return [line for line in text.splitlines() if not REQUIRES.match(line) and not ASKED.match(line)]


def _judged(text: str, ended: "subprocess.CompletedProcess[str]") -> KernelAnswer:
    """Accepted if every theorem compiles and none depends on an axiom."""
    if ended.returncode:
        return KernelAnswer(False, _message(ended))
    asked = len(ASKED.findall(text))
    if not asked or ended.stdout.count(CLEAN) != asked:
        return KernelAnswer(False, f"depends on axioms: {' '.join(ended.stdout.split())}")
    return KernelAnswer(True, "")


def _message(ended: "subprocess.CompletedProcess[str]") -> str:
    """The error of a file that was refused, without warnings and its place in the file."""
    _, _, error = ended.stderr.rpartition("\nError")
    return " ".join(f"Error{error}".split()) if error else ended.stderr.strip()


def _in_order(needs: Mapping[Work, Iterable[str]], do: Callable[[Work], None]) -> None:
    """Do work on all processors, each piece after those that it needs; the theory first, on which most rests."""
    sorter: TopologicalSorter[Work] = TopologicalSorter(needs)
    sorter.prepare()
    waiting: list[Work] = []
    doing: dict[Future[None], Work] = {}
    workers = os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        while sorter.is_active():
            waiting = sorted([*waiting, *sorter.get_ready()], key=lambda work: not isinstance(work, str))
            while waiting and len(doing) < workers:
                work = waiting.pop(0)
                doing[pool.submit(do, work)] = work
            for ended in wait(doing, return_when=FIRST_COMPLETED).done:
                work = doing.pop(ended)
                ended.result()
                sorter.done(work)
