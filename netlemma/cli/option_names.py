"""Other names of options and commands, as people guess them, as other programs have them, and as they once were."""

from collections.abc import Mapping, Sequence

# Option by what is meant; a command takes the other names where it has the option and no option of that name.
_OTHER: Mapping[str, Sequence[str]] = {
    "--routing": (
        "--algorithm",
        "--algo",
        "--alg",
        "--routing-algorithm",
        "--routing-function",
        "--route-algorithm",
        "-r",
        "-R",
        "--routing-engine",
        "--engine",
        "--turn-model",
    ),
    "--traffic": ("--pattern", "--traffic-pattern", "--synthetic", "-t"),
    "--vcs": ("--vc", "--virtual-channels", "--num-vcs", "--n-vcs", "--virtual-lanes", "--vls", "--vl"),
    "--load": (
        "--injection-rate",
        "--injectionrate",
        "--injection",
        "--rate",
        "--offered-load",
        "--loads",
        "--rates",
        "--injection-rates",
        "--lambda",
    ),
    "--output": ("--out", "--output-file", "--save"),
    "--format=latex": ("--latex", "--tex"),
    "--json": ("--as-json", "--format=json"),
    "--workers": ("--jobs", "-j", "--threads", "--processes"),
    "--seed": ("--random-seed",),
    "--nodes": (
        "-n",
        "--n",
        "-N",
        "--N",
        "--num-nodes",
        "--number-of-nodes",
        "--size",
        "--terminals",
        "--endpoints",
        "--end-nodes",
        "--num-endpoints",
    ),
    "--draw": ("--dot", "--plot", "--svg"),
    "--buffers": ("--buffer", "--buffer-size", "--vc-buf-size"),
    "--steps": ("--proof", "--derivation"),
    # names that options had
    "--any-routing": ("--exists",),
    "--smallest-deadlock": ("--fewest",),
    "--confidence": ("--level",),
    "--queue-classes": ("--partitions",),
    "--class-time": ("--s",),
    "--link-time": ("--s-cl",),
    "--node-time": ("--s-pe",),
}
MEANT: dict[str, list[str]] = {}
for _option, _names in _OTHER.items():
    for _name in _names:
        MEANT.setdefault(_name, []).append(_option)

# What to write where a command has no such option.
_INSTEAD: Mapping[str, Sequence[str]] = {
    "the network is written without an option: netlemma {command} mesh k=8 n=2": (
        "--topology", "--topo", "--network", "--net", "--family", "--graph", "--input", "--file", "-i", "-f",
    ),
    "answers go to a file by > FILE": ("-o", "--output", "--out", "--save", "--output-file"),
    "--json has all numbers, netlemma sweep --csv a table of loads": ("simulate --csv", "saturation --csv"),
    "--json has all numbers, netlemma compare --csv tables of networks": ("--csv", "--table"),
    "--json, or netlemma compare --format latex": ("--latex", "--tex"),
    "a quantity is written behind the network: netlemma derive mesh diameter": (
        "--metric", "--metrics", "--quantity", "--property", "--diameter", "--average-distance", "--mean-distance",
        "--hops", "--average-hops", "--hop-count", "--radius", "--wiener-index", "--wiener", "--girth",
    ),
    "netlemma simulate and model have --load": ("--load", "--injection-rate", "--rate", "--injectionrate"),
    "sizes are written without hyphens: netlemma {command} mesh k=8 n=2": (
        "--size", "--sizes", "--dim", "--dims", "--dimension", "--dimensions", "--side", "--ports", "--radix", "--nodes",
        "--rows", "--cols", "--columns", "--width", "--height", "--num-nodes", "--levels", "--degree",
    ),
    "the dateline is that of dimension-order with --vcs 2": ("--dateline",),
    "--scope switches counts distances between switches": ("--switches", "--routers", "--switches-only"),
    "weights of links are not used: every link is one hop": ("--weights", "--weight", "--bandwidth", "--speed", "--link-speed"),
    "compare takes numbers of ends, and shows the degrees: netlemma compare fat-tree dragonfly --nodes 1000": (
        "compare --radix", "compare --ports", "compare --degree", "compare -k", "compare --k",
    ),
    "loads are --load 0.05:0.5:10, first, last and how many": ("--sweep", "--load-range", "--step"),
    "netlemma draw NETWORK -o FILE.svg draws": ("--plot", "--svg", "--dot", "--graphviz", "--draw", "--picture"),
    "all there is to say is printed; leave it out": ("-v", "--verbose", "-q", "--quiet", "--debug"),
    "packets of 20 flits are written flits=20, behind the network": ("--packet-size", "--flits", "--packet-length"),
    "links and nodes are left out by measure, bounds, deadlock, worst-case, compare, simulate, saturation, sweep, model, draw, "
    "convert and check": ("--without",),
    "failures are followed by measure, deadlock, worst-case and compare; --without leaves out a link or node": ("--failures",),
    "virtual channels are those of netlemma deadlock and simulate": ("--vc", "--vcs", "--virtual-channels", "--num-vcs"),
}  # fmt: skip
INSTEAD = {name: text for text, names in _INSTEAD.items() for name in names}

# What to write for words that are no commands.
COMMANDS = {
    name: text
    for text, names in {
        "list families": ("topologies", "networks", "families", "ls"),
        "list routings": ("routings", "routing", "algorithms"),
        "list patterns": ("patterns", "traffics"),
        "list quantities": ("quantities",),
        "measure": (
            "analyze",
            "analyse",
            "info",
            "show",
            "metrics",
            "distance",
            "diameter",
            "load",
            "loads",
        ),
        "bounds, or saturation, which simulates": ("throughput", "capacity"),
        "measure NETWORK --bisection": ("bisection", "bisection-width", "bisection-bandwidth"),
        "model, which computes, or simulate": ("latency", "delay", "predict", "estimate", "performance"),
        "compare FAMILIES --nodes 1000, which chooses sizes": (
            "cost",
            "design",
            "plan",
            "choose",
            "optimize",
            "recommend",
        ),
        "explain WORD, or derive --format latex with references": ("cite", "references", "bib", "bibliography"),
        "simulate": ("sim", "run", "booksim"),
        "draw": ("plot", "graph", "visualize", "visualise", "picture"),
        "derive": ("formula", "lemma", "lemmas", "closed-form"),
        "check": ("test", "judge", "prove", "verify-formula", "proof"),
        "deadlock": ("deadlock-free", "cdg", "deadlocks"),
        "convert": ("export", "save", "write"),
        "explain": ("define", "glossary", "what", "man", "describe"),
    }.items()
    for name in names
}
