"""``netlemma check`` and the exit statuses of verdicts."""

import json

import pytest

import netlemma.cli
from netlemma.cli import completion

SIZES = ("--sizes", "w=2,4,6 D=1..3")
EVEN = "D*w^(D+1)/(4*(w^D-1))"
OPEN = "n*(k - 1) + floor(log(k, 2)/100)"


@pytest.mark.parametrize(
    ("words", "status", "verdict"),
    [
        (("toroid", "mean_distance", EVEN, "--where", "w even"), 0, "holds"),
        (("toroid", "mean_distance", EVEN, *SIZES), 1, "fails"),
        (("mesh", "diameter", OPEN), 3, "agrees"),
        (("mesh", "diameter", OPEN, "--accept-agreement"), 0, "agrees"),
        (("ring", "diameter", "floor(K/2) + ln(9-K) - ln(9-K)", "--sizes", "K=3"), 2, None),
        (("ring", "diameter", "floor(K/2) + ln(9-K) - ln(9-K)", "--where", "K <= 8"), 3, "unknown"),
        (
            ("ring", "diameter", "floor(K/2) + ln(9-K) - ln(9-K)", "--where", "K <= 8", "--accept-agreement"),
            3,
            "unknown",
        ),
        (("ring", "diameter", "K", "--accept-agreement"), 1, "fails"),
        (("hypercube", "mean_distance", "n/2", "--pairs", "all"), 0, "holds"),
        (("hypercube", "links", "--fit"), 3, "agrees"),
        (("hypercube", "links"), 2, None),
        (("circulant", "diameter", "ceil(floor(n/2)/2)", "--sizes", "n=5..12 jumps=1,2"), 3, "agrees"),
        (("circulant", "diameter", "floor(n/2)", "--sizes", "n=5..12 jumps=1,2"), 1, "fails"),
        (("circulant", "n=5..9", "jumps=1", "diameter", "floor(n/2)"), 0, "holds"),
        (("circulant", "diameter", "n/2", "--sizes", "n=5..12"), 2, None),
        (("circulant", "diameter", "n/2", "--sizes", "n=5..12 jumps=one"), 2, None),
        (("circulant", "diameter", "n/2"), 2, None),  # no lemma has the jumps as sizes of their own
        (("circulant", "links", "2*n - n*piecewise(1, n = 2*jumps_2, 0)/2"), 0, "holds"),
        (("circulant", "links", "2*n"), 1, "fails"),
        (("circulant", "diameter", "n/2", "--sizes", "jumps=1,2"), 2, None),
        (("--fit",), 2, None),
        (("ring", "diameter", "1/(K-2)"), 2, None),
        (("ring", "diameter", "K", "--time", "soon"), 2, None),
        (("ring", "diameter", "K", "--pairs", "some"), 2, None),
    ],
)
def test_exit_statuses(run, words, status, verdict):
    ended = run("check", *words, "--json")
    assert ended.status == status
    if verdict is None:
        said, *place = ended.err.strip().splitlines()  # a formula with a caret below may follow
        assert said.startswith("netlemma: ") and len(place) in (0, 2) and not ended.out
    else:
        (found,) = json.loads(ended.out)
        assert found["verdict"] == verdict and found["domain"]


@pytest.mark.parametrize("option", [("--sequence", "1, 2, 3"), ("--bfile", "b.txt"), ("--fit",)])
def test_a_formula_and_what_stands_in_place_of_one_are_refused(run, option):
    ended = run("check", "cycle", "wiener_index", "n^3/8", *option)
    assert ended.status == 2
    assert ended.err == f"netlemma: a formula, 'n^3/8', and {option[0]} are given: check judges one of them\n"


@pytest.mark.in_turn
def test_what_does_not_fit_into_the_row_is_said_below(run):
    assert (
        "fails at w=3 D=1 (outside the sizes given): claimed 9/8, true 1"
        in run("check", "toroid", "mean_distance", EVEN, *SIZES).out
    )
    said = run("check", "toroid", "mean_distance", "D*w/4", "--where", "w even").out.splitlines()
    assert said[-1] == "holds if pairs of a node with itself are counted: D*w/4 for even w (--pairs all)"
    assert (
        run("check", "toroid", "mean_distance", EVEN, "--where", "w even")
        .out.splitlines()[-1]
        .startswith("beyond w even: fails at w=3")
    )
    large = run("check", "mesh", "diameter", "2^(1/2)*10^400")
    assert large.status == 1 and "1.41421356237e+400" in large.out and "report it" not in large.err


def test_only_a_wrong_result_is_called_one(run, monkeypatch):
    def failing(error):
        def check(*words, **options):
            raise error

        return check

    monkeypatch.setattr(netlemma, "check", failing(OverflowError("int too large to convert to float")))
    ended = run("check", "ring", "diameter", "K")
    assert ended.status == 2 and "too large" in ended.err and "report it" not in ended.err
    monkeypatch.setattr(netlemma, "check", failing(ArithmeticError("the lemma gives 1, the network 2")))
    ended = run("check", "ring", "diameter", "K")
    assert ended.status == 1 and "internal inconsistency" in ended.err
    monkeypatch.setattr(netlemma, "check", failing(ZeroDivisionError("division by zero")))
    with pytest.raises(ZeroDivisionError):
        netlemma.cli.app(["check", "ring", "diameter", "K"], standalone_mode=False)


@pytest.mark.in_turn
def test_verify_ends_with_the_status_of_its_verdicts(run, tmp_path):
    assert run("verify", "ring.diameter").status == 0
    (tmp_path / "c.toml").write_text(f'[[claim]]\nkey = "mesh.diameter"\nformula = "{OPEN}"\n')
    assert run("verify", "--claims", tmp_path / "c.toml").status == 3
    assert run("verify", "--claims", tmp_path / "c.toml", "--accept-agreement").status == 0
    said = " ".join(run("verify", "ring.diameter", "--time", "0.000001").out.split())
    assert "reached in the time given" in said


def test_quantities_are_listed_and_completed(run):
    names = [row["name"] for row in json.loads(run("list", "quantities", "--json").out)]
    assert {"distance_sum", "links", "bisection", "nodes_at_distance", "largest_load"} <= set(names)
    assert set(names) <= set(completion._quantities("ring", "", measured=True))
    assert "bisection" in run("list").out


def test_verify_takes_the_entries_of_a_list(run):
    ended = run("verify", "circulant.links", "--sizes", "n=8 jumps=1,3", "--json")
    (found,) = json.loads(ended.out)
    assert ended.status == 0 and found["sizes"] == [{"n": 8, "jumps_1": 1, "jumps_2": 3}]
    assert run("verify", "circulant.links", "--sizes", "n=8 jumps=2,4").status == 2  # not connected


@pytest.mark.in_turn
def test_lemmas_of_lists_of_another_length(run):
    (tree,) = json.loads(run("verify", "xgft.mean_distance", "--sizes", "m=2,2,3 w=1,2,2", "--json").out)
    assert tree["key"] == "xgft-3.mean_distance.terminals" and tree["verdict"] == "holds" and len(tree["sizes"]) == 1
    mean = "2 + (4 - 1/S_1 - 1/S_2 - 1/S_3 - 1/S_4)*N/(N-1)"
    given = ("--let", "N=S_1*S_2*S_3*S_4*T", "--sizes", "S=2,3,4,2 T=1,2", "--json", "--ends", "terminals")
    assert run("check", "hyperx", "mean_distance", mean, *given).status == 0
    assert run("check", "hyperx", "mean_distance", mean.replace("(4", "(3"), *given).status == 1
    assert run("check", "xgft-3", "diameter", "6", "--ends", "terminals").status == 0
    assert run("derive", "xgft-9", "diameter").status == 2


@pytest.mark.parametrize(("scope", "status"), [("switches", 0), ("terminals", 1)])
def test_a_formula_is_about_the_nodes_of_the_scope(run, scope, status):
    assert run("check", "fat-tree", "k=4", "diameter", "4", "--scope", scope).status == status
