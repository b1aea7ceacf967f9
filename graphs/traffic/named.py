"""Traffic by name: the patterns of :mod:`netlemma.graphs.traffic.patterns`, found by discovery, and mixtures of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from inspect import Parameter, signature
from pathlib import Path
from re import split
from typing import Any

from netlemma.base.synonyms import PATTERN, leading, meant, suggestion
from netlemma.errors import TrafficError, legal_names
from netlemma.graphs.base.text_files import exact_rate, is_whole, read_text
from netlemma.graphs.topology.structure import ExplicitNetwork, Network, named_by_numbers, numbers_by_name
from netlemma.graphs.traffic.building import from_rates, mixture
from netlemma.graphs.traffic.patterns import patterns
from netlemma.graphs.traffic.traffic import Traffic

UNIFORM, MIX = "uniform", "mix"
PAIRS = ("others", "all")
Rates = Mapping[tuple[int | str, int | str], Fraction | int]


def traffic(net: ExplicitNetwork, words: str | Traffic | Rates | None = None, pairs: str = "others") -> Traffic:
    """The traffic of a network that a user names.

    >>> from netlemma.graphs import network
    >>> traffic(network("toroid", w=4, D=1), "mix 1/2*uniform+1/2*tornado").between(0, 1)
    Fraction(2, 3)
    """
    net = net.require_channels(", which are measured under uniform traffic only")
    if pairs not in PAIRS:
        raise TrafficError(f"pairs={pairs[:40]}: uniform messages go to {' or '.join(PAIRS)}")
    if isinstance(words, Traffic):
        if words.network is not net:
            raise TrafficError(f"traffic {words.name} is one of {words.network.title}, not of {net.title}")
        return words
    if isinstance(words, Mapping):
        return from_rates(net, _numbered(net, words), "rates")
    if len(net.ends) < 2:
        raise TrafficError(f"{net.title} has {len(net.ends)} end of messages: traffic needs two")
    text = UNIFORM if words is None else " ".join(words.split())
    known = patterns()
    name, options = leading(PATTERN, text.split(" "), [*known, MIX])
    text = " ".join([name, *options])
    if name == MIX:
        return _mixed(net, text, " ".join(options), pairs)
    made = _pattern(net, name, options, pairs)
    about = (known[name].__doc__ or "").partition("\n")[0].rstrip(".")
    return made.with_name(text if pairs == PAIRS[0] else f"{text}, pairs={pairs}", about[:1].lower() + about[1:])


def with_digest(words: str) -> str:
    """The same pattern, with the place and SHA-256 of its file if it has one, so that other contents are refused.

    >>> with_digest("hotspot nodes=0 share=1/4")
    'hotspot nodes=0 share=1/4'
    """
    name, *options = words.split()
    if name not in patterns() or "file" not in signature(patterns()[name]).parameters:
        return words
    files = [word for word in options if "=" not in word or word.startswith("file=")]
    if len(files) != 1 or any(word.startswith("sha256=") for word in options):
        return words
    place = Path(files[0].removeprefix("file=")).absolute()
    found = sha256(read_text(str(place)).data).hexdigest()
    return " ".join([name, *(word for word in options if word not in files), f"file={place}", f"sha256={found}"])


def _numbered(net: Network, rates: Rates) -> Mapping[tuple[int, int], Fraction | int]:
    """The rates of pairs of numbers, for pairs of names too."""
    named = named_by_numbers(net, net.ends)
    by_name = (
        numbers_by_name(net, net.ends) if named or any(isinstance(node, str) for pair in rates for node in pair) else {}
    )

    def number(node: int | str) -> int:
        if isinstance(node, int) and not named:
            return node
        if str(node) not in by_name:
            raise TrafficError(f"rates has messages of node {node!r}: that is no name of an end of {net.title}")
        return by_name[str(node)]

    return {(number(one), number(other)): rate for (one, other), rate in rates.items()}


def _pattern(net: Network, name: str, words: Sequence[str], pairs: str) -> Traffic:
    known = patterns()
    name = meant(PATTERN, name, known) or name
    if name not in known:
        is_file = "." in name or "/" in name
        near = f'`traffic="matrix {name[:80]}"`' if is_file else suggestion(PATTERN, name, [*known, MIX])
        hint = f", did you mean {near}?" if near else ";"
        legal_patterns = legal_names("patterns", [*known, MIX], "list patterns")
        raise TrafficError(f"there is no traffic pattern {name[:40]!r}{hint} {legal_patterns}", code="unknown-pattern")
    legal = {p: each for p, each in signature(known[name]).parameters.items() if p not in ("net", "pairs")}
    options: dict[str, Any] = {}
    for word in words:
        option, equals, value = word.partition("=")
        if not equals and "file" in legal:
            option, value = "file", word
        if option not in legal or not value or option in options:
            takes = f"it takes {', '.join(legal)}" if legal else "it takes none"
            raise TrafficError(
                f"{word[:60]!r} behind traffic {name}: options are written once each as name=value; {takes}"
            )
        if legal[option].annotation in (int, "int"):  # a text where annotations are postponed
            if not is_whole(value):
                raise TrafficError(f"{word[:60]}: traffic {name} takes a whole number from 0 on there")
            options[option] = int(value)
        else:
            options[option] = value
    missing = [p for p, each in legal.items() if each.default is Parameter.empty and p not in options]
    if missing:
        shown = "the name of a file" if missing[0] == "file" else f"{missing[0]}="
        example = {"hotspot": ': write `traffic="hotspot nodes=0"`'}.get(name, "")
        raise TrafficError(f"traffic {name} needs {shown} behind it{example}")
    if "pairs" in signature(known[name]).parameters:
        options["pairs"] = pairs
    if net.whole is not None:  # whose nodes are the same; the messages do not depend on a link that fails
        return replace(known[name](net.whole, **options), network=net)
    return known[name](net, **options)


def _mixed(net: Network, text: str, terms: str, pairs: str) -> Traffic:
    """The traffic of a sum such as 3/4*uniform+1/4*transpose."""
    parts = []
    for term in split(r"\+(?=[^+*]*\*)", terms):  # names have a +, too
        number, _, behind = term.partition("*")
        share, words = exact_rate(number.strip()), behind.split()
        if share is None or not words:
            raise TrafficError(
                f"{term[:40]!r} in traffic {text[:80]!r}: a mixture is a sum of terms such as 1/4*transpose"
            )
        if any("=" not in word or word.startswith("file=") for word in words[1:]):
            raise TrafficError(
                f"{behind.strip()[:60]!r} in a mixture: its patterns take options as name=value, and no files"
            )
        if words[0] == MIX:
            raise TrafficError(
                f"{term[:40]!r} in traffic {text[:80]!r}: a mixture is no term of another; write all terms in one sum"
            )
        parts.append((share, _pattern(net, words[0], words[1:], pairs)))
    total = sum((share for share, _ in parts), Fraction(0))
    if not 0 < total <= 1:
        raise TrafficError(f"the shares of traffic {text[:80]!r} add up to {total}: above 0 and at most 1")
    return mixture(parts).with_name(text, "sum of patterns, each with its share of the messages of every end")
