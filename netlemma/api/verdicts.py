"""Verdicts on lemmas, on users' formulas, on claims of papers, and on certificates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netlemma.api.arguments import Capacity, Without
from netlemma.api.listed_sizes import with_entries, with_lists_of, with_own_sizes
from netlemma.checks.base.inputs import parse_sizes
from netlemma.checks.base.time_budget import seconds_of
from netlemma.errors import InputError

if TYPE_CHECKING:
    from netlemma.checks.base.verdicts import VerdictList, Verdicts
    from netlemma.checks.claims.errata import Errata

Sizes = str | Mapping[str, Sequence[int]]
Progress = Callable[[str], None] | None


def verify(
    subjects: str | Sequence[str] = (),
    *,
    sizes: Sizes = "",
    claims: str | Path | None = None,
    values: bool = False,
    cycles: int | None = None,
    reading: str = "",
    time: str | float = "60",
    workers: int | None = None,
    dask: str = "",
    kernel: bool = False,
    against: Any = None,
    progress: Progress = None,
) -> VerdictList[Any]:
    """Verify lemmas: run their proofs again, and compare closed forms with definitions and measured networks.

    A lemma ``holds`` if its proof does and all sides are equal at every size compared. Instead of lemmas, the claims of a
    file are judged, or latency models are compared with simulations.

    Parameters
    ----------
    subjects : str or sequence of str, default ()
        A family, a product or the key of a lemma, or several; all families if empty. A family alone may have sizes in its name,
        such as ``"2d mesh"``. ``wormhole`` or ``adaptive`` alone compares latency models with simulations.
    sizes : Sizes, default ""
        Sizes to compare, as in "w=2..9 D=1..3"; default sizes if empty.
    claims : str, Path or None, optional
        TOML file of claims, instead of subjects.
    values : bool, default False
        Whether to return the compared values, size by size, instead of verdicts.
    cycles : int or None, optional
        Simulated cycles at each load, where models are compared with simulations.
    reading : str, default ""
        Reading of the source of the models.
    time : str or float, default "60"
        Seconds for the sizes of each family; a verdict says if not all were reached.
    workers : int or None, optional
        Processes that share the lemmas; this one alone if None.
    dask : str, default ""
        Scheduler of a Dask cluster whose workers share them instead.
    kernel : bool, default False
        Whether to have Rocq's kernel check the exported theorems instead: which lemmas it accepts, and what others lack.
    against : object, optional
        Another construction of the one subject, such as ``"my.py:function"``, with which its networks are compared link by link
        first.
    progress : callable, optional
        Called with the next subject.

    Returns
    -------
    VerdictList
        Rows with a ``verdict`` each: verdicts with their evidence; with ``values`` the values of each lemma, which agree or
        not; with ``kernel`` the strength of each lemma. The ``verdict`` of the list is that of all together.

    Raises
    ------
    ClaimFileError
        For a malformed file of claims.
    InputError
        For a subject without lemmas, a size that no lemma has, or arguments that do not fit together.
    NetworkError
        If the networks of the subject and of ``against`` have different links.

    See Also
    --------
    derive : Closed forms with their proofs.
    check : A verdict on a formula of yours.
    errata : Verdicts on the printed statements of papers.

    Notes
    -----
    The sides share no code: the closed form at a size, the definition of the quantity added up over the nodes, and a
    measurement of the explicit network. Sizes are taken from small to large until ``time`` is over for a family; a lemma takes
    milliseconds to seconds. ``kernel`` needs Rocq, whose kernel then checks the exported theorems on its own.

    Examples
    --------
    >>> verify("ring.diameter", sizes="K=3..5").verdict
    'holds'
    """
    from netlemma.checks.performance.comparisons import studies

    subjects = subjects.split() if isinstance(subjects, str) and "=" in subjects else subjects
    subjects = [subjects] if isinstance(subjects, str) else [*subjects]
    beside = [word for word in subjects if "=" in word]
    if beside:
        if not isinstance(sizes, str):
            raise InputError(f"{beside[0]} is given beside the network, and `sizes` as a mapping: give one of them")
        subjects, sizes = [word for word in subjects if "=" not in word], " ".join([*beside, sizes])
    if own := with_own_sizes(" ".join(subjects), "")[1]:
        if not isinstance(sizes, str):
            raise InputError(f"{own} is part of the name of the network, and `sizes` is a mapping: give one of them")
        name, sizes = with_own_sizes(" ".join(subjects), sizes)
        subjects = [name]
    if against is not None:
        if len(subjects) != 1:
            raise InputError("`against` names another construction of one family: give one")
        from netlemma.api.arguments import compared_with
        from netlemma.graphs.sources import source as source_of

        compared_with(source_of(subjects[0]), against)
    if kernel:
        from netlemma.checks.kernel.rocq_theorems import strengths

        if sizes or claims is not None or values or cycles is not None or reading or workers is not None or dask:
            raise InputError("`kernel` applies only to families, products and keys of lemmas; it takes no other option")
        return strengths(subjects, progress)
    if (workers is not None or dask) and (claims is not None or values or (subjects and subjects[0] in studies())):
        raise InputError(
            "`workers` and `dask` share lemmas: not the claims of a file, `values`, or models by simulation"
        )
    if subjects and subjects[0] in studies():
        if claims is not None or values:
            raise InputError(
                f"`claims` and `values` do not apply to {subjects[0]}, which compares models with simulations"
            )
        return _simulated(subjects, sizes, cycles, reading, progress)
    if cycles is not None or reading:
        raise InputError(
            "`cycles` and `reading` apply only to verify wormhole and verify adaptive, which compare models with simulations"
        )
    if claims is not None:
        if subjects or sizes or values:
            raise InputError("`claims` judges what the file says; it takes no families, `sizes` or `values`")
        from netlemma.checks.claims.claims import judge_all, read_claims

        return judge_all(read_claims(claims), progress)
    from netlemma.checks.lemmas.verify import values_by_side as compared
    from netlemma.checks.lemmas.verify import verify as verified

    if isinstance(sizes, str) and isinstance(subjects, list) and len(subjects) == 1:
        subject, sizes = with_entries(subjects[0], sizes)
        subjects = [subject]
    chosen = parse_sizes(sizes) if isinstance(sizes, str) and sizes else sizes or None
    if values:
        return compared(subjects, chosen)
    return verified(subjects, chosen, progress, seconds_of(str(time)), workers, dask)


def _simulated(subjects: Sequence[str], sizes: Sizes, cycles: int | None, reading: str, progress: Progress) -> Verdicts:
    """Latency models beside simulations; the points of both at each load are the verdicts' evidence."""
    from netlemma.checks.performance.comparisons import study
    from netlemma.checks.performance.latency_models import parse_model_sizes
    from netlemma.checks.performance.model_vs_simulation import ComparedModels, compare_latencies

    if len(subjects) > 1:
        raise InputError(f"{subjects[0]} compares a model with a simulation and is verified alone")
    if not isinstance(sizes, str):
        raise InputError(f'sizes of {subjects[0]} are text, such as "k=8,16 flits=20"')
    if progress:
        progress("follow routes")
    cases = study(subjects[0]).cases(parse_model_sizes(sizes) if sizes else None, cycles, reading or "corrected")
    return ComparedModels(compare_latencies(cases, progress=progress))


def check(
    network: Any,
    quantity: str,
    formula: str = "",
    where: str = "",
    sizes: str = "",
    *,
    at: str = "",
    fit: bool = False,
    time: str | float = "60",
    read_as: str | None = None,
    scope: str | None = None,
    without: Without = (),
    capacity: Capacity = None,
    sequence: str = "",
    bfile: str | Path = "",
    start: str = "",
    let: Sequence[str] = (),
    latex: bool = False,
    tolerance: str = "",
    pairs: str = "",
    per: str = "",
    length: str = "",
    of: str = "",
    direction: str = "",
    links: str = "",
    ends: str = "",
    shift: str = "",
) -> Verdicts:
    """Judge a formula: it holds, fails, agrees where it was tried, or is unknown.

    A formula of a family or product is compared with the proved closed form of the same quantity, for all sizes. Where there
    is none, and for any other network, it is compared with exact values at the sizes that can be measured.

    Parameters
    ----------
    network : object
        Family, or product such as ``"ring(w)^D"``, with lemmas; or a network in any other form, see
        :func:`netlemma.measure`, whose formula is compared with measurements.
    quantity : str
        Quantity such as ``mean_distance``.
    formula : str, default ""
        Formula such as ``"D*w/4"``, or in LaTeX; empty with ``fit``.
    where : str, default ""
        Condition under which it is claimed, such as ``"w even and D >= 2"``.
    sizes : str, default ""
        Sizes at which it is tried, such as ``"w=2..9 D=1..3"``; it is claimed for all.
    at : str, default ""
        Sizes of the network, such as ``"k=8 n=2"``, or of a part of the family, such as ``"n=2"``, that the formula is about.
    fit : bool, default False
        Whether a formula is proposed through the values, instead of judging one.
    time : str or float, default "60"
        Time limit in seconds.
    read_as : str or None, optional
        Format of the files, where their contents do not tell it.
    scope : str or None, optional
        Ends of messages in a file or graph, ``terminals`` or ``all``; terminals if None.
    without : str or iterable of str, default ()
        Links, nodes, and files of their names, that are left out, see :func:`netlemma.network`.
    capacity : str, mapping or None, optional
        Capacities of classes of links, such as ``"local=2 global=1"``, see :func:`netlemma.network`.
    sequence : str, default ""
        Numbers such as ``"1, 4, 9, 16"`` that are judged instead of a formula, at consecutive values of a size.
    bfile : str or Path, default ""
        File of such numbers in the format of the OEIS.
    start : str, default ""
        Size of the first number, such as ``"n=1"``; the smallest legal one if empty.
    let : sequence of str, default ()
        Names of the formula, such as ``"N=2^n"``; in LaTeX functions, too, such as ``"f(x)=x/2"``.
    latex : bool, default False
        Whether the formula is LaTeX even if it does not look so.
    tolerance : str, default ""
        Largest relative difference of values that are about equal, such as ``"1%"`` or ``"0.01"``.
    pairs : str, default ""
        Pairs that count: different, all (those of a node with itself too) or ordered.
    per : str, default ""
        What is counted for: message, node or link.
    length : str, default ""
        Unit of the length of a path, hops or nodes.
    of : str, default ""
        Value of the quantity, mean or maximum.
    direction : str, default ""
        Whether both directions of a link count together (both) or separately (each).
    links : str, default ""
        Links as bidirectional or one-way.
    ends : str, default ""
        Which distances are meant in a family whose switches have terminals: between ``switches`` (the default) or
        ``terminals``.
    shift : str, default ""
        Shifted size, ``K=1`` if the formula's K is the size plus 1.

    Returns
    -------
    Verdicts
        A list of one verdict, as the command prints it; of one for each reading where LaTeX is ambiguous.

    Raises
    ------
    FormulaError
        For a formula that cannot be read; the message points at the character.
    SizeError
        For a size that is missing, unknown or illegal.
    InputError
        For an unknown network, quantity or name, or arguments that do not fit together.

    See Also
    --------
    derive : The closed form, with its proof.
    verify : Verdicts on the closed forms themselves.
    paper : Judges all marked formulas of a paper in LaTeX.

    Notes
    -----
    ``holds``: both sides are equal for all sizes, which is proved, or there is only one size. To prove it, sizes are split
    by residues and thresholds until both sides are rational functions of the sizes and of powers; then normal forms are
    compared. ``fails``: there is a counterexample, and the right formula follows if it is known. ``agrees``: equal at every
    size that was tried, without a proof. ``unknown``: nothing could be compared in the time given. If another way to count
    makes a wrong formula right, the verdict says which.

    A formula is read by a small grammar and never run as Python.

    Examples
    --------
    >>> found = check("toroid", "mean_distance", "D*w/4", where="w even")
    >>> found.verdict, found[0].counterexample["size"]
    ('fails', {'w': 2, 'D': 1})
    >>> check("mesh", "mean_distance", "16/3", at="k=8 n=2").verdict
    'holds'
    """
    from netlemma.base.synonyms import quantity_meant
    from netlemma.checks.base.verdicts import Verdicts
    from netlemma.checks.judging.claim_entry import tolerance_of
    from netlemma.checks.judging.readings import WrittenFormula, check_written
    from netlemma.checks.lemmas.lemma_lookup import lemma_keys
    from netlemma.graphs.sources import source

    if isinstance(network, str) and not read_as:
        network, at = with_own_sizes(network, at)
    network = source(network, read_as=read_as, scope=scope, without=without, capacity=capacity)
    lemmas = [key.quantity for key in lemma_keys(network.subject)] if network.subject else []
    quantity = quantity_meant(quantity, [each.partition(".")[0] for each in lemmas])
    if ends and f"{quantity}.{ends}" in lemmas:
        quantity, ends = f"{quantity}.{ends}", ""
    network, at, sizes = with_lists_of(network, quantity, f"{formula} {where} {' '.join(let)}", at, sizes)
    if [bool(fit), bool(formula), bool(sequence), bool(bfile)].count(True) != 1:
        raise InputError("check takes one of these: a formula, `fit`, `sequence` or `bfile`")
    if not formula and (let or latex or tolerance):
        raise InputError("`let`, `latex` and `tolerance` apply only to a formula")
    seconds = seconds_of(str(time))
    conventions = {
        "pairs": pairs,
        "per": per,
        "length": length,
        "of": of,
        "direction": direction,
        "links": links,
        "ends": ends,
        "shift": shift,
    }
    if sequence or bfile:
        from netlemma.checks.sequences import check_sequence, read_bfile

        if where:
            raise InputError("`where` applies only to a formula; a sequence is about the sizes of its terms")
        terms = sequence or read_bfile(bfile)
        return Verdicts([check_sequence(network, quantity, terms, start, f"{at} {sizes}", seconds, **conventions)])
    if start:
        raise InputError("`start` is the size of the first number of `sequence`")
    if fit:
        from netlemma.checks.judging.check import fit as proposed

        return Verdicts([proposed(network, quantity, where, sizes, seconds, at, **conventions)])
    written = WrittenFormula(formula, where, let, latex, tolerance=tolerance_of(tolerance))
    return check_written(network, quantity, written, sizes, seconds, at, **conventions)


def errata(*, all: bool = False, paper: str = "", key: str = "", progress: Progress = None) -> Errata:
    """List the printed statements of papers that fail, each with its readings, sorted by severity.

    Parameters
    ----------
    all : bool, default False
        Whether all other statements follow.
    paper : str, default ""
        BibTeX key of one paper, such as ``reed1982``.
    key : str, default ""
        Key of the statements to judge, or its first parts.
    progress : callable, optional
        Called with the key of each reading before it is judged.

    Returns
    -------
    Errata
        Judged statements.

    Raises
    ------
    InputError
        For an unknown paper or key.

    Examples
    --------
    >>> [each.verdict for each in errata(paper="khonsari", all=True, key="oneway-torus.diameter")]
    ['holds']
    """
    from netlemma.checks.claims.errata import errata as judged

    return judged(paper, all, progress, key)
