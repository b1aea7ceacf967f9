"""The compiled files of Rocq's theory: each is compiled once for what it and those below it contain."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from netlemma.checks.kernel.coqc import run
from netlemma.derive.formal.theory import required_files, theory_files


def digest(*texts: str) -> str:
    """A name for texts in order."""
    return sha256("\0".join(texts).encode()).hexdigest()[:32]


class CompiledTheory:
    """The theory, with its compiled files in a folder.

    Each file has a folder of its own there, whose name depends on the file, on those that it requires and on the
    compiler: what was compiled is valid as long as it is found.

    Parameters
    ----------
    coqc : str
        Path of Rocq's compiler.
    folder : Path
        Folder of compiled files.
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
        """Compile a file if it is not there; those that it requires have to be there.

        Raises
        ------
        RuntimeError
            If it does not compile.
        """
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
