"""The search of the site: what is found first, under its own name, other names, symbols, people, and with a letter wrong."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from netlemma.checks.claims.papers import papers
from netlemma.derive.core.lemma import LemmaKey
from netlemma.derive.discovery import keys
from netlemma.graphs import families
from netlemma.reporting import lookup
from netlemma.reporting.gather import Report, references

SCRIPT = Path(__file__).parents[2] / "netlemma" / "reporting" / "assets" / "search.js"
QUERIES = {
    "mean distance": ("quantity", "mean_distance"),
    "average distance": ("quantity", "mean_distance"),
    "hop count": ("quantity", "mean_distance"),
    "meen distance": ("quantity", "mean_distance"),
    "average path length": ("quantity", "mean_distance"),
    "diameter": ("quantity", "diameter"),
    "diametre": ("quantity", "diameter"),
    "Wiener": ("quantity", "wiener_index"),
    "wiener indx": ("quantity", "wiener_index"),
    "channel load": ("quantity", "max_channel_load"),
    "γ": ("quantity", "max_channel_load"),
    "hottest link": ("quantity", "max_channel_load"),
    "visit ratio": ("quantity", "visit_ratio"),
    "bisection width": ("quantity", "bisection"),
    "forwarding index": ("quantity", "vertex_forwarding_index"),
    "path diversity": ("quantity", "shortest_paths"),
    "capacity": ("quantity", "capacity"),
    "throughput": ("quantity", "throughput"),
    "radix": ("quantity", "degree"),
    "distance distribution": ("quantity", "nodes_at_distance"),
    "toroid": ("family", "torus"),
    "torroid": ("family", "torus"),
    "torus": ("family", "torus"),
    "cycle": ("family", "ring"),
    "rook": ("family", "rook"),
    "mean distance of a torus": ("lemma", "torus.mean_distance"),
    "Akers and Krishnamurthy 1989": ("paper", "akers1989"),
    "hypercube": ("family", "hypercube"),
    "star graph": ("family", "permutation-star"),
    "slim fly": ("family", "slim-fly"),
    "fat tree": ("family", "fat-tree"),
    "dragonfly": ("family", "dragonfly"),
    "dragon fly": ("family", "dragonfly"),
    "slimfly": ("family", "slim-fly"),
    "fat trees": ("family", "fat-tree"),
    "cube connected cycles": ("family", "cube-connected-cycles"),
    "de bruijn": ("family", "de-bruijn"),
    "toroid mean distance": ("lemma", "torus.mean_distance"),
    "mesh diameter": ("lemma", "mesh.diameter"),
    "average distance ring": ("lemma", "ring.mean_distance"),
    "up*/down*": ("routing", "up-down"),
    "duato": ("routing", "duato"),
    "valiant": ("routing", "valiant"),
    "tornado": ("traffic pattern", "tornado"),
    "lambda": ("term", "load"),
    "λ": ("term", "load"),
    "VC": ("term", "virtual channel"),
    "wormhole": ("term", "wormhole switching"),
    "dateline": ("term", "dateline"),
    "CDG": ("term", "channel dependency graph"),
    "k-ary n-cube": ("term", "k-ary n-cube"),
    "virtual cut-through": ("term", "virtual cut-through switching"),
    "crossbar": ("term", "crossbar"),
    "Leiserson": ("family", "fat-tree"),
    "folded cube mean distance": ("lemma", "folded-hypercube.mean_distance"),
    "jellyfish diametre": ("quantity", "diameter"),
    "kneser graph": ("family", "kneser"),
    "dragonfly plus": ("family", "megafly"),
    "XY routing": ("term", "dimension-order routing"),
    "Reed": ("paper", "reed1982"),
    "Greenberg": ("paper", "greenberg1997"),
    "slim fly vs fat tree": ("page", "compare"),
    "can minimal routing on a dragonfly deadlock": ("page", "Deadlock of the dragonfly under minimal routing"),
    "dragonfly deadlock": ("page", "Deadlock of the dragonfly under minimal routing"),
    "deadlock": ("page", "deadlock"),
    "wikipedia": ("paper", "wikipedia"),
    "false formula of Wikipedia": ("published", "Wikipedia, Star: links of the star"),
}


@pytest.fixture(scope="module")
def index():
    """The index of a whole site, without what takes time to derive."""
    found = []
    for name, family in families().items():
        mine = [LemmaKey.parse(key) for key in keys(name)]
        lemmas = [
            {"key": str(key), "family": name, "quantity": key.quantity, "text": "", "statement": ""} for key in mine
        ]
        verdict = {"routing": "minimal routing", "shown": {"verdict": "deadlock"}}
        deadlock = {"verdicts": [verdict]}
        found.append({"name": name, "summary": family.summary, "words": [], "lemmas": lemmas, "deadlock": deadlock})
    books = references()
    printed = [{"key": key, "book": books.get(key, {}), "verdicts": []} for key in papers()]
    networks = {"nodes": "1,000", "rows": [{"network": "slim-fly q=9"}, {"network": "fat-tree k=16"}]}
    false = {
        "verdict": "fails",
        "kind": "error",
        "source": "Wikipedia, Star",
        "quantity": "links",
        "family": "star",
        "anchor": "f",
    }
    return lookup.search_index(Report(found, printed, [false], [], [], [], {}, networks, []))


@pytest.mark.in_turn
def test_forty_queries_find_what_is_meant_first(index):
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node here")
    program = (
        f"const s = require({json.dumps(str(SCRIPT))}); global.window = {{}};"
        "const [index, queries] = JSON.parse(require('fs').readFileSync(0, 'utf8')); eval(index);"
        "const known = s.prepared(window.netlemmaIndex);"
        "console.log(JSON.stringify(queries.map(q => s.search(known, q).slice(0, 3).map(e => [e.kind, e.title, e.address]))));"
    )
    given = json.dumps([index, [*QUERIES, "xyzzy", ""]])
    done = subprocess.run([node, "-e", program], input=given, capture_output=True, text=True, check=True)
    *found, nothing, empty = json.loads(done.stdout)
    wrong = {}
    for (query, (kind, name)), hits in zip(QUERIES.items(), found, strict=True):
        page = f"{lookup.slug(name)}.html"
        if not hits or hits[0][0] != kind or not (hits[0][1] == name or hits[0][2].rpartition("/")[2] == page):
            wrong[query] = hits
    assert not wrong, wrong
    assert nothing == empty == [] and len(QUERIES) >= 40
