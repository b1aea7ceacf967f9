"""Words of the command line as new users guess them: they do what was meant, or one line says what to write, which then runs."""

import shlex

import pytest
import typer

from netlemma.cli import app
from netlemma.cli.option_names import COMMANDS, INSTEAD, MEANT

KNOWN = typer.main.get_command(app).commands


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("guessed", "usual"),
    [
        ("measure mesh 4 x 6", "measure rectangular-mesh S=4,6"),
        ("measure '4 by 4 mesh'", "measure mesh k=4 n=2"),
        ("measure 3d torus 3x3x3", "measure torus k=3 n=3"),
        ("measure '3-dimensional torus' k=3", "measure torus k=3 n=3"),
        ("measure 4-cube", "measure hypercube n=4"),
        ("measure '4-dimensional hypercube'", "measure hypercube n=4"),
        ("measure mesh 4x4 --algorithm xy --pattern transpose", "measure mesh 4x4 --routing xy --traffic transpose"),
        ("measure mesh 4x4 -r xy -t transpose", "measure mesh 4x4 --routing xy --traffic transpose"),
        ("measure mesh 4x4 --routing 'XY routing'", "measure mesh 4x4 --routing xy"),
        ("measure mesh 4x4 --traffic 'bit complement traffic'", "measure mesh 4x4 --traffic bit-complement"),
        ("deadlock torus 4x4 --routing dor --virtual_channels 2", "deadlock torus 4x4 --routing dor --vcs 2"),
        ("worst case mesh 4x4 --routing xy", "worst-case mesh 4x4 --routing xy"),
        ("derive mesh diameter --latex", "derive mesh diameter --format latex"),
        ("derive torus average distance", "derive torus mean_distance"),
        ("derive cube connected cycles diameter", "derive cube-connected-cycles diameter"),
        ("derive fat-tree 'number of hosts'", "derive fat-tree nodes"),
        ("check mesh average distance k=8 n=2 16/3", "check mesh k=8 n=2 mean_distance 16/3"),
        ("check mesh diameter = 'n(k-1)'", "check mesh diameter 'n(k-1)'"),
        ("check 'mesh diameter = n(k-1)'", "check mesh diameter 'n(k-1)'"),
        ("compare mesh k=2 n=2 torus k=3 n=1 --csv", "compare 'mesh k=2 n=2' 'torus k=3 n=1' --csv"),
        ("measure 'grid 4x4'", "measure mesh k=4 n=2"),
        ("measure Q4", "measure hypercube n=4"),
        ("measure K8", "measure complete n=8"),
        ("measure mesh 4x4 --format json", "measure mesh 4x4 --json"),
        ("compare mesh,torus -n 4 --csv", "compare mesh torus --nodes 4 --csv"),
        ("compare 'mesh vs torus' --n 4 --csv", "compare mesh torus --nodes 4 --csv"),
        ("check 'mesh 2d' diameter 'Θ(sqrt(N))'", "check mesh n=2 diameter 'Theta(sqrt(N))'"),
        ("list traffic", "list patterns"),
        ("list metrics", "list quantities"),
        ("help", "-h"),
        ("help measure", "measure -h"),
        ("help worst case", "worst-case -h"),
        ("-h derive", "derive -h"),
        ("version", "--version"),
        ("measure torus:4,4", "measure torus 4x4"),
        ("measure 'dragonfly(a=2,h=1,p=1)'", "measure dragonfly a=2 h=1 p=1"),
        ("measure 'slim fly q=5'", "measure slim-fly q=5"),
        ("measure 'k=4 fat-tree'", "measure fat-tree k=4"),
        ("measure mesh3d 3x3x3", "measure mesh k=3 n=3"),
        ("measure 'mesh[4,4]'", "measure mesh k=4 n=2"),
        ("measure 'C_5 x K_2'", "measure 'ring(5) x clique(2)'"),
        ("measure 2dmesh k=3", "measure mesh n=2 k=3"),
        ("derive diameter of hypercube", "derive hypercube diameter"),
        ("check 'nodes of hypercube' 2^n", "check hypercube nodes 2^n"),
        ("deadlock mesh 3x3 --turn-model west-first", "deadlock mesh 3x3 --routing west-first"),
        ("measure P_5", "measure path n=5"),
        ("measure 'GP(7,2)'", "measure generalised-petersen n=7 k=2"),
        ("measure 'H(3,4)'", "measure hamming d=3 q=4"),
        ("measure 'C_{12}(1,5)'", "measure circulant n=12 jumps=1,5"),
        ("measure 'CCC(3)'", "measure cube-connected-cycles D=3"),
        ("measure fly k=2 n=3", "measure butterfly k=2 n=3"),
        ("derive Q_n diameter", "derive hypercube diameter"),
        ("derive diameter mesh", "derive mesh diameter"),
        ("derive average hop count '2D mesh'", "derive '2D mesh' mean_distance"),
        ("check 'the diameter of Q_n is n'", "check hypercube diameter n"),
        (
            "simulate mesh 3x3 flits=2 -r 0.02 --cycles 1000 -t 'bit complement'",
            "simulate mesh 3x3 flits=2 --load 0.02 --cycles 1000 --traffic bit-complement",
        ),
        ("list traffic patterns", "list patterns"),
    ],
)
def test_does_what_was_meant(run, guessed, usual):
    found = run(*shlex.split(guessed))
    assert found == run(*shlex.split(usual)) and found.status == 0 and found.out


@pytest.mark.parametrize(
    ("guessed", "said"),
    [
        ("measure ring 8", "as in ring K=8"),
        ("measure hypercube 4", "as in hypercube n=4 (n: dimensions)"),
        ("measure circulant n=16 1,4", "as in circulant n=16 jumps=1,4"),
        ("measure mesh k=8,n=2", "sizes stand apart; write k=8 n=2"),
        ("compare torus hypercube diameter", "'diameter' is a quantity: compare shows all that it has"),
        ("measure mesh 4x4 --traffic rates.csv --routing xy", '--traffic "matrix rates.csv"'),
        ("check kautz nodes 'd^k + d^(k-1)'", "if it is one of them, say so by --let k=D"),
        ("measure mesh 8 8", "as in mesh 8x8"),
        ("measure 'mesh(8,2)'", "as in mesh k=8 n=2"),
        ("measure 'XGFT(2;4,4;1,4)'", "as in xgft m=4,4 w=1,4"),
        ("measure omega 8", "omega k=NUMBER n=NUMBER (k: inputs, and outputs, of a switch, n: stages)"),
        ("measure 2d torus 8x8x8", "'8x8x8' behind 'torus' is no size"),
        ("measure petersen", "generalised-petersen n=5 k=2"),
        ("measure crossbar 8x8", "star n=TERMINALS"),
        ("measure mesh k=4 n=2 bisection", "netlemma derive mesh bisection has its formula"),
        ("deadlock mesh 4x4 xy", "'xy' behind mesh is a routing: write --routing xy"),
        ("measure mesh 4x4 tornado", "is a traffic pattern: write --traffic tornado"),
        ("deadlock mesh 4x4 --routing west first", "names of several words stand in quotes"),
        ("deadlock torus 4x4 --routing dateline", "dimension-order vcs=2"),
        ("measure jellyfish n=20 k=4", "switches: "),
        ("measure --topology mesh", "the network is written without an option: netlemma measure mesh k=8 n=2"),
        (
            "measure mesh -k 8",
            "sizes are written without hyphens: netlemma measure mesh k=8; mesh needs n (dimensions)",
        ),
        ("measure mesh 4x4 -o result.json", "> FILE"),
        ("measure mesh 4x4 --csv", "netlemma compare --csv"),
        ("measure mesh 4x4 --metric diameter", "netlemma derive mesh diameter"),
        ("derive mesh degree", "did you mean 'max_degree'"),
        ("derive mesh 'channel load'", "did you mean max_channel_load"),
        ("measure '16-node ring'", "did you mean ring K=16"),
        ("measure 'three-level fat tree' k=4", "did you mean fat-tree k=NUMBER (k: ports of a switch)?"),
        ("measure mesh 4x4 --format csv", "formats of output: text, latex, json"),
        ("measure mesh 4x4 -v", "leave it out"),
        ("measure fat-tree --ports 4", "sizes are written without hyphens"),
        ("traffic tornado", "netlemma list patterns"),
        ("topologies", "did you mean list families?"),
        ("measure torus --rows 4 --cols 6", "netlemma measure torus 4x6"),
        ("measure dragonfly --a 4 --h 2 --p 2", "netlemma measure dragonfly a=4 h=2 p=2"),
        ("check --topology torus --quantity diameter --formula 'n*k/2'", "netlemma check torus diameter 'n*k/2'"),
        ("simulate mesh 4x4 --packet-size 4 --load 0.1", "netlemma simulate mesh 4x4 flits=4 --load 0.1"),
        ("simulate mesh 4x4", "write flits=20 after the network, and --load 0.005"),
        ("measure mesh 4x4 transpose xy", "write --traffic transpose --routing xy"),
        ("measure hypercube n=3 wiener index", "netlemma derive hypercube wiener_index has its formula"),
        ("worst-case fat-tree 4 d-mod-k", "write --routing d-mod-k; sizes are written name=value, as in fat-tree k=4"),
        ("verify 'the diameter of Q_n is n'", "netlemma check 'the diameter of Q_n is n'"),
        ("explain torus diameter", "netlemma derive torus diameter has the formula"),
        ("certify hypercube diameter", "netlemma verify hypercube proves again"),
        ("compare mesh torus 4x4", "netlemma compare 'mesh 4x4' 'torus 4x4'"),
        ("measure 'mesh, 8 by 8'", "did you mean mesh 8x8?"),
        ("measure 'cycle of length 8'", "did you mean cycle n=8"),
        ("measure 2-level fat tree k=36", "did you mean xgft m=HOSTS,LEAVES w=1,SPINES?"),
        ("simulate mesh 4x4 flits=4 0.1", "'0.1' behind mesh is a load: write --load 0.1"),
        ("simulate mesh 4x4 flits=4 injection_rate=0.1", "injection_rate=0.1: write --load 0.1"),
        ("model mesh 4x4 flits=20 --load 0.005", "netlemma model mesh k=4 flits=20"),
        ("measure hyperx 8x8 --hosts-per-switch 8", "netlemma measure hyperx 8x8 T=8"),
        ("measure xgft 2 4,4 1,2", "as in xgft m=4,4 w=1,2"),
        ("measure fat-tree 3-level", "fat-tree takes k>=2 (ports of a switch)"),
        ("measure slingshot", "did you mean dragonfly"),
    ],
)
def test_one_line_says_what_to_write(run, guessed, said):
    found = run(*shlex.split(guessed))
    assert (
        found.status == 2
        and found.out == ""
        and said in found.err
        and found.err.partition("\n    ")[0].rstrip().count("\n") == 0
    )


def test_other_names_lead_to_options_that_exist_and_hide_none():
    own = {name: {text for each in command.params for text in each.opts} for name, command in KNOWN.items()}
    every = set().union(*own.values())
    assert {option.partition("=")[0] for options in MEANT.values() for option in options} <= every
    assert not COMMANDS.keys() & set(KNOWN)
    commands = {text.partition(",")[0].split()[0] for text in COMMANDS.values()}
    assert commands <= set(KNOWN)
    assert all("{" not in text.format(command="measure") for text in INSTEAD.values())


@pytest.mark.in_turn
def test_a_letter_of_another_text_is_the_number_of_nodes_or_said_to_be_bound(run):
    assert "p is the number of nodes, 2^n" in run("check", "hypercube", "diameter", "log2(p)").out
    failing = run("check", "ccc", "diameter", "2n + floor(n/2) - 2").out
    assert "n is the number of nodes, D*2^D (or D, by --let n=D)" in " ".join(failing.split())
    bound = run("check", "ccc", "diameter", "2n + floor(n/2) - 2", "--let", "n=D", "--where", "D >= 4")
    assert bound.status == 0 and "number of nodes" not in bound.out
    assert run("check", "de-bruijn", "diameter", "log_d(N)", "--json").status == 3
    assert run("check", "hypercube", "diameter", "log_3(N)").status == 1


def test_rates_of_a_file_with_a_header_of_another_kind(run, tmp_path):
    for header in ("source,destination", "src,dst", "from,to"):
        (tmp_path / "rates.csv").write_text(f"{header},rate\n0,5,1\n1,4,1/2\n")
        found = run("measure", "mesh", "k=4", "n=2", "--routing", "xy", "--traffic", f"matrix {tmp_path / 'rates.csv'}")
        assert found.status == 0 and "largest load          1," in found.out
    (tmp_path / "rates.csv").write_text("a,b,rate\n0,5,1\n")
    assert "'a' is no node" in run("measure", "mesh", "4x4", "--traffic", f"matrix {tmp_path / 'rates.csv'}").err


def test_a_paper_without_marks_is_told_how_marks_are_written(run, tmp_path):
    (tmp_path / "notes.md").write_text("A hypercube has diameter $n$.\n")
    found = run("paper", tmp_path / "notes.md")
    assert found.status == 3 and "<!-- netlemma: hypercube diameter -->" in found.out
