"""``netlemma deadlock``."""

from pathlib import Path
from typing import Any

from netlemma.cli.command import Answer, call, network_of, source_of, with_sizes


def deadlock(
    words: Any = None,
    *,
    certificate: Path | None = None,
    kernel: bool = False,
    draw: Path | None = None,
    **given: Any,
) -> Answer:
    """Decide whether a routing can deadlock; exit status 0 only if it cannot.

    Examples: netlemma deadlock livefly f=3 r=3 --certificate order.json

    netlemma deadlock opensm-subnet.lst opensm.fdbs --scope all

    netlemma deadlock links.csv --routing up-down

    netlemma deadlock torus k=4 n=2 --routing up-down --failures 1

    netlemma deadlock toroid w=8 D=2 --traffic stencil

    netlemma deadlock dragonfly p=2 a=4 h=2 --routing minimal --fewest-vcs
    """
    from netlemma.base.displays import Facts
    from netlemma.checks.base.inputs import parse_network
    from netlemma.console import write_certificate
    from netlemma.errors import InputError

    if kernel and given["failures"] is not None:
        raise InputError("--kernel checks one verdict: leave out --failures")
    if draw is not None:
        from netlemma.drawing.files import checked_format

        checked_format(draw)
    chosen: Any = None
    if given["all_sizes"]:
        source, rest = source_of(words, given)
        verdict = call("deadlock", source, **with_sizes("deadlock", given, parse_network(rest)))
    else:
        chosen = network_of(words, given)
        verdict = call("deadlock", chosen, **given)
    data, files = verdict.as_json(), [("certificate", ""), ("drawing", "")]
    if certificate is not None:
        files[0] = (
            "certificate",
            "none: only a repeated search would confirm "
            + (
                "this verdict"
                if verdict.failures is None
                else "these verdicts; without --failures that of the whole network may have one"
            ),
        )
        of_all = verdict if verdict.failures is None else verdict.failures
        if of_all.certificate is not None:
            write_certificate(certificate, of_all.certificate)
            data["certificate"] = str(certificate)
            files[0] = ("written to", str(certificate))
    if kernel and given["all_sizes"] and verdict.certificate is None:
        from netlemma.checks.kernel.rocq_certificates import all_sizes_in_kernel

        data["kernel"] = all_sizes_in_kernel(
            source.subject or source.title, given["vcs"], given["routing"], bool(given["bubble"])
        )
    elif kernel:
        data["kernel"] = _in_kernel(verdict, given["routing_file"], words)
    if kernel:
        files.append(("kernel", data["kernel"]))
    if draw is not None:
        data["drawing"] = _draw(verdict, chosen, draw)
        files[1] = ("drawing", data["drawing"] or "none, since there is no cycle to draw")
    safe = verdict.verdict == "deadlock-free" and (verdict.failures is None or verdict.failures.safe)
    return Answer(data, [*verdict._parts(), Facts(files)], int(not safe))


def _in_kernel(verdict: Any, routing_file: Any, words: Any) -> str:
    """What Rocq's kernel says of the certificate of a verdict."""
    from netlemma.checks.kernel.rocq_certificates import certify_in_kernel
    from netlemma.errors import InputError

    if verdict.certificate is None:
        raise InputError("--kernel: this verdict has no certificate")
    by_python = {"python", "graph"} & verdict.certificate.get("network", {}).keys()
    certification = certify_in_kernel(verdict.certificate, routing_file, words if by_python else None)
    return "accepted" if certification.accepted else f"refused: {certification.words}"


def _draw(verdict: Any, chosen: Any, path: Path) -> str | None:
    """Draw the cycle of a verdict, if there is one, and give the name of the file."""
    from netlemma.drawing.cycle import draw_cycle
    from netlemma.drawing.files import save

    if not verdict.cycle:
        return None
    title = f"{verdict.title}: deadlock ({verdict.criterion.partition(', ')[0]})"
    of_files = chosen is None or getattr(chosen.source, "fabric", None)
    save(draw_cycle(title, verdict.cycle, None if of_files else chosen.net), title, path)
    return str(path)
