"""``netlemma convert``."""

from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer, call, network_of


def convert(words: Any = None, *, output: Path, **given: Any) -> Answer:
    """Write a network as a file that netlemma and other tools read: links in CSV, GraphML, DOT, graph6, anynet or JSON.

    Examples: netlemma convert mesh k=4 n=2 -o mesh.csv

    netlemma convert fat-tree k=4 -o tree.graphml

    netlemma convert links.csv --hosts "h*" -o links.dot

    netlemma convert torus k=4 n=2 -o torus.anynet
    """
    found = call("convert", network_of(words, given), output=output, **given)
    return Answer(found, found)
