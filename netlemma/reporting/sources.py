"""Digest of everything that results are computed with: the sources of netlemma and the versions of its libraries."""

import hashlib
from importlib import metadata
from pathlib import Path
from sys import version_info

import netlemma
from netlemma.plugins import plugin_definitions, plugin_files, registry

COMPUTED_WITH = ("sympy", "mpmath", "networkx", "numpy", "numba", "z3-solver", "python-sat", "matplotlib")
SOURCES = (".py", ".pyi", ".toml")


def versions() -> str:
    """Versions of Python and of the installed packages that compute."""
    found = [f"python {version_info.major}.{version_info.minor}"]
    for name in COMPUTED_WITH:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"{name} missing")
    return ", ".join(found)


def digest_of(top: Path, computed_with: str) -> str:
    """Digest of the sources below a folder, with their places there, and of versions."""
    digest = hashlib.sha256(computed_with.encode())
    for part in (top, *sorted(path for path in top.iterdir() if path.is_symlink())):  # links are not followed below one
        for path in sorted(path for path in part.rglob("*") if path.suffix in SOURCES):
            digest.update(f"\n{path.relative_to(top)} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return digest.hexdigest()


@registry
def tree_digest() -> str:
    """Digest of the installed sources, of plug-ins and of versions, on which every result depends."""
    files = [file.read_bytes() for file in plugin_files()] + [each.text.encode() for each in plugin_definitions()]
    plugins = (hashlib.sha256(each).hexdigest() for each in files)
    return digest_of(Path(netlemma.__path__[0]), "\n".join((versions(), *plugins)))
