"""Atomic replacement of a folder of files; files of others are never deleted."""

import ctypes
import errno
import json
import os
import secrets
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NoReturn

from netlemma.checks.base.inputs import quoted_text
from netlemma.errors import InputError

LARGEST_MANIFEST = 10_000_000
_RENAME_EXCHANGE, _AT_FDCWD = 2, -100


class Folder:
    """The folder of a report or a gallery.

    Files are written to a draft beside it, which takes its place at the end; until then an earlier report stays whole.
    A manifest names the files of a report with their digests; everything else in the folder is kept. An InputError is
    raised if the folder cannot be written, or has files that are not of an earlier report and not ``force``.

    path: Folder.
    force: Whether to write beside and over files of others; None if the command has no such option.
    kind: Contents, ``report`` or ``gallery``; one never replaces the other.
    """

    def __init__(self, path: Path, force: bool | None = False, kind: str = "report") -> None:
        self.path, self._force, self._kind = path, force, kind
        self._manifest = f"netlemma-{kind}.json"
        try:
            self._target = path.resolve()
            if self._target.exists() and not self._target.is_dir():
                raise InputError(
                    f"{quoted_text(str(path), 80)} is no folder: name one that is new, empty or an earlier {kind}"
                )
            self._own = self._written_before()
            self._refuse_foreign()
            self._target.parent.mkdir(parents=True, exist_ok=True)
            if self._target.exists() and not os.access(self._target, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            self._draft = self._target.with_name(f".{self._target.name}.{secrets.token_hex(6)}.part")
            self._draft.mkdir()  # can it be written? A run that is killed before the end leaves nothing behind
            self._draft.rmdir()
        except InputError:
            raise
        except (OSError, RuntimeError, ValueError) as error:  # ValueError: a NUL in the name
            self._fail(error)

    def put(self, files: Mapping[str, str | bytes]) -> int:
        """Write the files, named by paths with slashes, and put them in place; the result is the number of bytes."""
        try:
            digests, total = {}, 0
            for name, content in files.items():
                data = content.encode("utf-8") if isinstance(content, str) else content
                file = self._draft / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
                digests[name] = sha256(data).hexdigest()
                total += len(data)
            manifest = json.dumps({self._kind: "netlemma", "files": digests}, indent=0)
            (self._draft / self._manifest).write_text(manifest)
            self._refuse_overwriting(digests)
            self._keep_foreign()
            self._swap()
        except OSError as error:
            self._fail(error)
        return total

    def give_up(self) -> None:
        """Remove the draft."""
        shutil.rmtree(self._draft, ignore_errors=True)

    def _written_before(self) -> dict[str, str] | None:
        """The files of an earlier report with their digests; None if there is no earlier report."""
        file = self._target / self._manifest
        if not file.is_file() or file.stat().st_size > LARGEST_MANIFEST:
            return None
        try:
            found = json.loads(file.read_bytes())["files"]
            own = {str(name): str(digest) for name, digest in found.items()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        inside = all(not PurePosixPath(n).is_absolute() and ".." not in PurePosixPath(n).parts for n in own)
        return own if inside else None

    def _foreign(self) -> list[str]:
        """What is in the folder and not of an earlier report, or changed since."""
        if not self._target.exists():
            return []
        own = self._own or {}
        return [name for name, path in _files(self._target) if not self._is_own(name, path, own)]

    def _is_own(self, name: str, path: Path, own: Mapping[str, str]) -> bool:
        if name == self._manifest and self._own is not None:
            return True
        return name in own and not path.is_symlink() and sha256(path.read_bytes()).hexdigest() == own[name]

    def _refuse_foreign(self) -> None:
        foreign = self._foreign()
        if not foreign or self._force:
            return
        if self._own is None:
            raise InputError(
                f"{quoted_text(str(self.path), 80)} is not empty and no earlier {self._kind} ({quoted_text(foreign[0])} is there): "
                + self._advice("name another folder", "write beside what is there")
            )
        changed = [name for name in foreign if name in self._own]
        if changed:
            raise InputError(
                f"{quoted_text(changed[0])} in {quoted_text(str(self.path), 80)} was changed since it was written: "
                + self._advice("keep it elsewhere", "overwrite it")
            )

    def _refuse_overwriting(self, new: Mapping[str, str]) -> None:
        folders = {str(parent) for name in new for parent in PurePosixPath(name).parents}
        for name in self._foreign():
            inside = {str(parent) for parent in PurePosixPath(name).parents} & new.keys()
            if name in folders or inside:  # nothing of it could be kept, so that --force does not help
                self.give_up()
                kinds = ("file", "folder") if name in folders else ("folder", "file")
                raise InputError(
                    f"{quoted_text(min(inside, default=name))} in {quoted_text(str(self.path), 80)} is a {kinds[0]} that is not of an "
                    f"earlier {self._kind}, and the {self._kind} has a {kinds[1]} of that name: keep it elsewhere"
                )
        taken = [name for name in self._foreign() if name in new or name == self._manifest]
        if taken and not self._force:
            self.give_up()
            raise InputError(
                f"{quoted_text(taken[0])} in {quoted_text(str(self.path), 80)} is not of an earlier {self._kind}: "
                + self._advice("keep it elsewhere", "overwrite it")
            )

    def _advice(self, other: str, forced: str) -> str:
        """What to do instead, and what --force does, where there is that option."""
        return other if self._force is None else f"{other}, or `force=True` to {forced}"

    def _keep_foreign(self) -> None:
        """Everything in the folder that is not of the report goes along, as a second name of the same file."""
        for name in self._foreign():
            kept = self._draft / name
            if kept.exists():
                continue  # --force: overwritten
            kept.parent.mkdir(parents=True, exist_ok=True)
            source = self._target / name
            try:
                os.link(source, kept, follow_symlinks=False)
            except OSError:
                shutil.copy2(source, kept, follow_symlinks=False)
        for folder in sorted(path for path in self._target.rglob("*") if path.is_dir() and not path.is_symlink()):
            if not any(folder.iterdir()):
                (self._draft / folder.relative_to(self._target)).mkdir(parents=True, exist_ok=True)

    def _swap(self) -> None:
        """The draft takes the place of the folder, in one step where the system can exchange two names."""
        if not self._target.exists():
            self._draft.rename(self._target)
            return
        shutil.copymode(self._target, self._draft)
        if not _exchanged(self._draft, self._target):
            aside = self._draft.with_suffix(".old")
            self._target.rename(aside)
            self._draft.rename(self._target)
            aside.rename(self._draft)
        shutil.rmtree(self._draft)  # now the earlier one: what is kept of it has its second name in the new one

    def _fail(self, error: Exception) -> NoReturn:
        if hasattr(self, "_draft"):
            self.give_up()
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{quoted_text(str(self.path), 80)} cannot be written: {why}") from None


def _files(folder: Path) -> list[tuple[str, Path]]:
    """Everything in a folder that is no folder, by its path with slashes."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_dir():
            found.append((path.relative_to(folder).as_posix(), path))
    return found


def _exchanged(one: Path, other: Path) -> bool:
    """Exchange two names at once, as Linux can; False where that is not possible."""
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None) if os.name == "posix" else None
    if renameat2 is None:
        return False
    return bool(renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0)
