"""``netlemma worst-case`` and ``measure --traffic`` on the command line."""

import json

import netlemma as nl


def test_worst_case_and_certify_on_the_command_line(run, tmp_path):
    file = tmp_path / "proof.json"
    done = run("worst-case", "mesh", "k=3", "n=2", "--routing", "xy", "--certificate", str(file), "--json")
    assert json.loads(done.out)["certificate"] == str(file)
    assert run("certify", str(file)).out.startswith("worst case 2: mesh k=3 n=2, routing xy ties=split: ")
    data = json.loads(file.read_text())
    file.write_text(json.dumps({**data, "gamma": "3"}))
    refused = run("certify", str(file))
    assert (
        refused.status == 1
        and refused.out == f"refused: the permutation loads channel {data['channel']} with 2, not 3\n"
    )
    assert nl.certify(data).accepted
