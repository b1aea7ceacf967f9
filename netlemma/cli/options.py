"""Options and arguments of the commands: kind, help and completion of each name, once.

A command has the keywords of its function in :mod:`netlemma` and of its own; which they are, and their defaults, is in the
signatures. ``command.name`` stands for a name that means something else in one command."""

from collections.abc import Callable
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from netlemma.cli import completion
from netlemma.console import flag


class About(NamedTuple):
    """What is said of an option or argument; a flag has no kind."""

    help: str
    kind: Any = str
    complete: Callable[..., list[str]] | None = None
    metavar: str | None = None
    names: tuple[str, ...] = ()


_NETWORK = "A family or a product, files, or my.py:function; "
_FLITS = "NETWORK flits=N [NAME=VALUE]..."
_LOADS = "Messages per node and cycle, on the mean: 0.005, a list, or start:stop:count."
_DRAWING = ("-o", "--output")

ABOUT = {
    # arguments
    "certify.file": About("A certificate, as --certificate wrote it.", Path, completion.files),
    "check.words": About(
        "A network, a quantity such as mean_distance, and a formula; without one with --fit, --sequence or --bfile.",
        list[str], completion.checked, "NETWORK [NAME=VALUE]... QUANTITY [FORMULA]",
    ),
    "compare.networks": About(
        'Networks, each in quotes if it has sizes: "torus n=3", "dragonfly p=h a=2h", "hyperx S=s,s T=s", links.csv. '
        "With --routing or --traffic one network with its sizes, or its files; and perhaps flits=N.",
        list[str], completion.network, "NETWORK",
    ),
    "derive.quantity": About(
        "Quantity such as mean_distance or visit_ratio.link; all if left out.", str, completion.quantity
    ),
    "derive.more": About("Sizes put in, such as n=2.", list[str], None, "SIZE=VALUE"),
    "derive.subject": About('A family, or a product such as "ring(w)^D x line(a)".', str, completion.subject),
    "explain.words": About("A term, a symbol, a family or a routing.", list[str], None, "WORD"),
    "fabric.words": About(
        "Files of the fabric, such as the output of ibnetdiscover, opensm-subnet.lst and opensm.fdbs; then perhaps safety, load, "
        "what-if, route, topology, draw or report.",
        list[str], completion.files, "FILE... [ACTION]",
    ),
    "figure.name": About("Figure such as reed-2; without one, the figures are listed."),
    "list.containing": About("Show only entries with this text; of lemmas, in their keys.", str, None, "FILTER"),
    "list.kind": About(
        "What to list in detail: families, lemmas, claims, models, quantities, routings, formats, queues, patterns or topologies.",
        str, completion.kind,
    ),
    "model.name": About("A model that netlemma list models shows, or routed for any network and routing."),
    "model.parameters": About(
        'Parameters as name=value (netlemma list models has examples); after routed first a network such as "line(8)^2".',
        list[str],
    ),
    "paper.files": About("Papers in LaTeX.", list[Path], completion.files, "FILE.tex"),
    "report.words": About("With --pdf: a book, or one family in a few pages.", list[str], None, "book|family NAME"),
    "serve.folder": About("The folder of a report.", Path),
    "saturation.words": About(
        _NETWORK + "sizes; mesh, torus and oneway-torus have n=2 if it is not said.", list[str], completion.network, _FLITS
    ),
    "simulate.words": About(
        _NETWORK + "sizes; mesh, torus and oneway-torus have n=2 if it is not said.", list[str], completion.network, _FLITS
    ),
    "sweep.words": About(
        _NETWORK + "flits and sizes, each may be a list 8,16 or a range 4..8; sizes that are lists have semicolons between several. "
        "Without a network, what the file of results has is shown.",
        list[str], completion.network, _FLITS,
    ),
    "traffic.parameters": About(
        "The source: mu1= mu2= (messages per cycle) sigma1= sigma2= (rates out of the states).", list[str]
    ),
    "verify.subjects": About(
        "Families, products or keys of lemmas; all families if none is named. Or wormhole or adaptive: models by simulation.",
        list[str], completion.subject,
    ),
    "words": About(
        'A family or a product such as "line(4) x ring(5)", files such as links.csv, or my.py:function; and sizes.',
        list[str], completion.network, "NETWORK [NAME=VALUE]...",
    ),
    # options
    "accept_agreement": About("Exit 0 also if the formula merely agrees at every size tested, without a proof."),
    "against": About("Compare it first, link by link, with your own construction: FILE.py:FUNCTION.", str, completion.files),
    "all_sizes": About("Give one verdict for all sizes of a family."),
    "animate": About("Show a deadlock as it forms, packet by packet, in an .svg that plays in a page."),
    "as_": About(
        "Print a one-parameter closed form as generating-function, recurrence or asymptotic.", names=("--as",)
    ),
    "average": About("Average the largest load over this many random permutations instead.", int),
    "bandwidth": About("Bandwidth of a node: full for each of its links, or limited and shared among them."),
    "bare": About("Draw without title and caption, for a text that has its own."),
    "bfile": About("Judge the numbers of a b-file of the OEIS.", Path, completion.files),
    "bubble": About(
        "Packets enter a ring of channels only if they leave a slot free: local to the channel (the default), critical or worm.", str,
        completion.one_of(("local", "critical", "worm")), "[KIND]",
    ),
    "deadlock.buffers": About("Packets that a channel holds, where whole packets are stored.", int),
    "bisection": About("Measure the bisection width instead: a half, and a lower bound with its certificate."),
    "browser": About("Open the browser."),
    "certificate": About("Write the certificate here (.gz: compressed).", Path),
    "channels": About("Measure the loads of channels under uniform traffic, too."),
    "claims": About("TOML file of claims, instead of families.", Path, completion.files),
    "compare": About("Show all readings beside each other."),
    "coverage": About("List what each page prints, and the statement that judges it."),
    "csv": About("Print CSV with exact values."),
    "cycles": About("Cycles simulated at each load, where models are compared with simulations.", int),
    "dask": About("Work on the cluster of this scheduler: tcp://host:port."),
    "deadlock": About("Draw the deadlock of a routing, or the order of channels that excludes it."),
    "derive.all": About("Derive all lemmas of all families, in one document."),
    "derive.at": About('Fix the remaining sizes, as in "w=4".'),
    "derive.format": About("Print text, latex, beamer (slides, one a step), mathml, json, oeis or rocq."),
    "convert.output": About("Write to this file: .csv, .graphml, .dot, .g6, .anynet or .json.", Path, names=_DRAWING),
    "convert.to": About("Format to write, where the name of the file does not tell it.", str),
    "derive.output": About("Write to this file; with rocq, to a folder for make.", Path, names=_DRAWING),
    "derive.steps": About("Show each step with its reason and its proof."),
    "check.format": About(
        "Print text, json, latex (rows, a table and commands), or rocq: a formula that holds is written as a theorem."
    ),
    "check.output": About("Write the theorem of --format rocq to this folder, for make.", Path, names=_DRAWING),
    "check.pairs": About("Pairs that count: different, all (those of a node with itself too) or ordered."),
    "check.sizes": About(
        'Sizes at which the formula is tried, such as "w=2..9 D=1..3"; the claim is about all; sizes beside the network fix it.'
    ),
    "compare.output": About(
        "Draw distances and loads over cost, or throughputs of routings: .svg, .png or .pdf.", Path, names=_DRAWING
    ),
    "sweep.output": About("Draw latency over load: .svg, .png or .pdf.", Path, names=_DRAWING),
    "sweep.routing": About('A routing, or several with commas: "xy,odd-even".', str, completion.routing),
    "compare.routing": About(
        'Compare routings of one network: "xy,west-first,odd-even"; tables for the routes of a fabric.', str, completion.routing
    ),
    "compare.traffic": About(
        'Traffic patterns under which routings are compared: "transpose,tornado".', str, completion.traffic
    ),
    "direction": About("Count both directions of a link together, or separately: both or each."),
    "draw": About("Draw the deadlock to this .svg, .png or .pdf.", Path),
    "draw.traffic": About("Draw links by their loads under this traffic, each by its more loaded direction.", str, completion.traffic),
    "ends": About("Which distances are meant: between switches (the default) or terminals."),
    "equations": About("Print the derivations instead, proofs re-run: text or latex."),
    "errata.all": About("Show also the statements that hold or are open."),
    "errata.format": About("Print text, latex or json."),
    "errata.key": About("Show only statements with this key, such as ring.devices, or ring."),
    "any_routing": About("Ring networks: is any routing deadlock-free without queue classes?"),
    "smallest_deadlock": About("Find a deadlock with the fewest packets."),
    "fewest_vcs": About("Find the minimum number of virtual channels."),
    "figure.json": About("Print the exact points as JSON.", names=("--json", "--data")),
    "flow": About("Flow control pfc: lossless Ethernet, where a full buffer pauses one priority of its link."),
    "paths": About("With --flow: paths of packets, a line of names of nodes each.", Path, completion.files),
    "priorities": About("With --flow: priorities; a packet rises by one where its path goes up again.", int),
    "fewest_priorities": About("With --flow: find the fewest priorities."),
    "engine": About("Routing engine: minhop, up-down, ftree, dfsssp, lash or nue; by default the tables of the files, else up-down."),
    "layers": About("Most virtual lanes of the engine dfsssp, lash (15 if left out) or nue (1 if left out).", int, None, "COUNT"),
    "fabric.output": About("Folder of tables or of a report, or the file of a drawing: .svg, .png or .pdf.", Path, names=_DRAWING),
    "fabric.traffic": About('Traffic pattern by name, such as "tornado"; each host to each other if left out.', str, completion.traffic),
    "job": About('Hosts of a job, such as "node[1-16]" or "rack1*": each sends to each other, and others are idle.'),
    "add": About("Add a cable a-b at free ports, or a[7]-b[9]. Repeat it for several.", list[str], None, "CABLE"),
    "fabric.failures": About("Look at each single failure, with 1.", int, None, "1"),
    "fabric.of": About(
        "What fails one at a time: links (the default), switches or both.", str, completion.one_of(("links", "switches", "both")),
    ),
    "fabric.without": About(
        'What fails: a cable "leaf1[3]-spine1[1]" or leaf1-spine1, a port "leaf1[3]", a switch, or a file of them. Repeat it for several.',
        list[str], None, "CABLE|SWITCH|FILE",
    ),
    "fabric.as_": About('Network that it was built as, such as "fat-tree k=8"; recognised if left out.', names=("--as",)),
    "fit": About("Propose a formula through the values instead."),
    "fix": About("Write a patch with the corrections to this file.", Path),
    "force": About("Run even if the estimated cost exceeds the limits."),
    "format": About("Print text, json, or latex: rows, a table and commands."),
    "read_as": About("Format of the file, if it cannot be detected; comma-separated for several files."),
    "fragment": About("Print LaTeX, slides or MathML without the document around it."),
    "gallery": About("Draw all figures to the folder -o, with an index paper by paper."),
    "hop_penalty": About("Rings: time to change rings divided by the time to pass a node."),
    "idle_bytes": About("Rings: bytes of the idle symbol in a send packet."),
    "json": About("Print JSON."),
    "kernel": About("Have Rocq's kernel check the certificate, too."),
    "labels": About("Draw the names of the nodes; by default if they can be read.", bool),
    "latex": About("Read the formula as LaTeX even if it does not look like it."),
    "layout": About(
        "Places of the nodes: circular, springs, tiers, grid or stages, where they fit; by default as a file with pos, or x and y, gives "
        "them, else as in the papers."
    ),
    "ledger": About("Where results are kept; else in your folder for caches.", Path, metavar="FILE"),
    "length": About("Measure the length of a path in hops or nodes."),
    "let": About('Define a name of the formula, as in "N=2^n"; repeat it for several.', list[str]),
    "links": About("Count links as bidirectional or one-way."),
    "list": About("List the figures."),
    "load": About(_LOADS),
    "loads": About("Draw links by load, with the most loaded ones marked."),
    "matrix": About(
        "Draw a matrix of links, --loads, or the rates of a --traffic; by default where lines would cover too much.", bool
    ),
    "model.equations": About("Print its recursions instead, proofs re-run: text or latex."),
    "model.load": About("Messages per node and cycle (min: in state 1): 0.005, 0.001,0.002 or 0.001:0.009:9."),
    "model.reading": About('How the source is read: corrected or printed, and "corrected CHOICE=printed".'),
    "model.vc_rule": About("Virtual channels of routed share their link, or are private: shared or private."),
    "messages": About('Messages that cause messages: "request > reply", or a .csv or .json file of them.', str, completion.files),
    "modules": About("Decide modules apart, such as chiplets: a file with a line node,module for each node.", Path, completion.files),
    "networks": About('Virtual networks of the kinds of messages: shared, separate, or "request=0 reply=1".'),
    "injection": About("Injection queues of a node: one for each of the kinds, or shared by all of a network."),
    "fewest_networks": About("Find the fewest virtual networks in which --messages are free of deadlock."),
    "nodes": About("Numbers of ends: 1000,10000, or a range in which each is four times the one before."),
    "node_names": About('Names of nodes: a file with lines 0xGUID "name", as opensm reads.', Path, completion.files),
    "of": About("Take the mean or the maximum."),
    "only": About("Families, papers, figures, models: only these, such as ring."),
    "open": About(
        "Show only lemmas without a proof or argument for all sizes, and what has bounds or a conjecture alone."
    ),
    "optimal": About("Find the oblivious routing with the least worst case instead."),
    "output": About("Draw to this .svg, .png or .pdf.", Path, names=_DRAWING),
    "pairs": About("Destinations of uniform messages: others, or all ends, the source included."),
    "queue_classes": About("Ring networks: number of queue classes needed."),
    "paper": About("BibTeX key of one paper, such as reed1982."),
    "paper.claims": About("TOML file that says which quantities labels are about.", Path),
    "paper.format": About("Print text, latex (an appendix), github (annotations) or json."),
    "pdf": About("Print a book or a family; a site has the book beside it, if pdflatex is there."),
    "per": About("Normalise per message, node or link."),
    "per_channel": About("Write the load of every channel to this CSV file.", Path, completion.files),
    "population": About("Messages in the network.", int),
    "port": About("Port of the server; 0 takes any free one.", int),
    "published": About("Judge the published formulas that come with netlemma; words select some."),
    "queues": About("Of rings: input-output, output, input, node or transit queues."),
    "reading": About("Reading of the source of the models."),
    "readings": About("Show every reading of each statement."),
    "repair": About("Remove damaged rows of the file first, so that their points are simulated again."),
    "report.force": About("Write into a folder that has other files, too."),
    "report.output": About("The folder to write; of a book or a family the .pdf, else book.pdf or NAME.pdf.", Path, names=_DRAWING),
    "results": About("SQLite file, gets results as they arrive.", Path),
    "rings": About("Draw the links of a network of rings with their numbers."),
    "route": About('Draw the ways of one pair, such as "0,0" "2,3".', tuple[str, str], None, "SOURCE DESTINATION"),
    "routes": About("Kind of the routings of --any-routing: any, shortest, links=D or rings=H."),
    "routing": About(
        'A routing by name, with options behind it, as in "up-down root=3"; tables for the routes of a fabric.',
        str, completion.routing,
    ),
    "bounds.routing": About("Routing shortest or dimension-order; with --traffic any.", str, completion.routing),
    "certify.routing_file": About(
        "Your own routing that the certificate is about: a Python file, which is run.", str, completion.files, "FILE.py"
    ),
    "routing_file": About("Your own routing: a Python file, which is run.", str, completion.files, "FILE.py"),
    "routing_out": About("Write the routing found to this Python file.", Path, completion.files),
    "class_time": About("Service time of one class, as in --class-time ring=3/2; repeat it for several.", list[str]),
    "link_time": About("Service time of a link or bus."),
    "node_time": About("Service time of a processor."),
    "capacity": About(
        'Capacities of classes of links, as in "local=2 global=1/2", or the name of the column or attribute that has them; '
        "capacity if left out.", str, None, "CLASS=NUMBER|COLUMN",
    ),
    "measure.flits": About("Flits of a message: its latency where it is alone in the network.", int, None, "NUMBER"),
    "hop_delay": About("Time of each hop besides the latency of its link, for --flits; 0 if left out.", str, None, "TIME"),
    "latency": About(
        'Latencies of classes of links, as in "local=1 global=10", or the name of the column or attribute that has them; '
        "latency if left out.", str, None, "CLASS=NUMBER|COLUMN",
    ),
    "failures": About("Look at every failure of so many links or switches, too.", int, None, "NUMBER"),
    "reroute": About(
        "With --flow and --failures: paths are found again (the default), or local to the failure.", str,
        completion.one_of(("again", "local")),
    ),
    **{
        f"{command}.of": About("What fails: links, switches or both.", str, completion.one_of(("links", "switches", "both")))
        for command in ("measure", "deadlock", "worst-case", "compare")
    },
    "measure.seed": About("Seed with which the failures of --sample are drawn.", int),
    "deadlock.seed": About("Seed with which the failures of --sample are drawn.", int),
    "compare.seed": About("Seed with which the failures of --sample are drawn.", int),
    "sample": About("Draw so many failures at random; all of them if left out.", int),
    "without": About(
        "Leave out a link a-b, a node, or those that a file names, one a line; (0,1)-(0,2), #5-#6 and local[3] are links, too. "
        "Repeat it for several.", list[str], None, "LINK|NODE|FILE",
    ),
    "scope": About(
        'Which nodes send and receive: terminals (the default), switches, all, or hosts by name, as in --hosts "h*".',
        names=("--scope", "--hosts"),
    ),
    "seed": About("Seed of the generator that draws the permutations, or the failures of --sample.", int),
    "seeds": About("Of the random numbers: 7, a list 1,2,5 or first:last."),
    "send_bytes": About("Rings: bytes of a send packet."),
    "sensitivity": About("Show also the derivative with respect to the load."),
    "sequence": About('Judge numbers instead of a formula: "1, 4, 9, 16".'),
    "service": About("Show also the wait in a queue with this service time."),
    "shift": About("Shift a size: K=1 if the formula's K is the size plus 1."),
    "size_ratio": About("Rings: size of an echo divided by that of a send packet."),
    "sizes": About('Sizes to compare, as in "w=2..9 D=1..3"; default sizes if left out.'),
    "sources": About("Superpose this many sources, e.g. 2 or 3/2."),
    "start": About("Size of the first number, such as n=1; the smallest if left out."),
    "status": About("Derive the closed forms and strengths of lemmas, as a filter does too; a strength such as argued may follow."),
    "sty": About("Write netlemma.sty, which defines \\netlemma, into this folder."),
    "switching": About("Switching: wormhole, cut-through or store-and-forward."),
    "time": About("Time limit in seconds."),
    "title": About("Title instead of the network's name and sizes."),
    "tolerance": About("Largest relative difference of values that are about equal, such as 1% or 0.01."),
    "saturation.tolerance": About("Length of the interval of loads, in parts of the exact limit.", float),
    "top": About("Show so many of the most loaded channels, with their ports.", int),
    "traffic": About(
        'A traffic pattern by name, with options behind it, as in "hotspot nodes=0,5 share=1/4"; "matrix FILE.csv".',
        str, completion.traffic,
    ),
    "traffic.at": About("Times in cycles, with commas; 1 to 100000 if left out."),
    "values": About("Print the compared values, size by size, instead of verdicts."),
    "vcs": About("Virtual channels of each hop; by default 1 in dimension order, else the fewest needed.", int),
    "width": About(
        "Width for a journal: column (3.5 inches) or page (7.16 inches).", str, completion.one_of(("column", "page")), "column|page",
    ),
    "verify.all": About("Verify all families, as if none is named."),
    "verify.kernel": About(
        "Have Rocq's kernel check the exported theorems instead: which lemmas it accepts, and what others lack."
    ),
    "versus": About("Compare with this network; sizes left out are free."),
    "where": About('Judge only sizes that meet a condition, such as "w even and D >= 2".'),
    "workers": About("Processes that share the work; results are the same.", int),
    "worst-case.traffic": About(
        "Traffic for which the routing found is the best; every admissible one if left out.", str, completion.traffic
    ),
}  # fmt: skip


def declared(command: str, parameter: Parameter, schema: Any = None) -> Parameter:
    """A parameter of a command as Typer reads it: an option if it is for keywords only, else an argument."""
    name, default = parameter.name, parameter.default
    if schema is not None and f"{command}.{name}" not in ABOUT:
        complete = getattr(completion, name, None) or completion.one_of(schema.words)
        about = About(schema.help, schema.kind, complete)
    else:
        about = ABOUT.get(f"{command}.{name}") or ABOUT[name]
    kind = bool if isinstance(default, bool) else about.kind
    if kind is str and default is not None and default is not Parameter.empty:
        default = str(default)
    if default in ("", ()):
        default = [] if kind == list[str] else "" if kind is str else None
    if parameter.kind is Parameter.KEYWORD_ONLY:
        names = about.names or (
            (f"{flag(name)}/--no-{flag(name)[2:]}",) if kind is bool and default is not False else (flag(name),)
        )
        said: Any = typer.Option(*names, help=about.help, metavar=about.metavar, autocompletion=about.complete)
    else:
        said = typer.Argument(help=about.help, metavar=about.metavar, autocompletion=about.complete)
    return parameter.replace(
        kind=Parameter.KEYWORD_ONLY,
        annotation=Annotated[kind if default is not None else kind | None, said],
        default=default,
    )
