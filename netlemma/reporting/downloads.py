"""What the site offers to take along: lemmas and claims as JSON and CSV, and edge lists of networks."""

import csv
import io
import json
from typing import Any

from netlemma.reporting.gather import Report
from netlemma.reporting.lookup import number_of

LEMMA_COLUMNS = ("key", "number", "family", "quantity", "domain", "text", "strength", "verdict")
CLAIM_COLUMNS = ("key", "source", "locator", "verdict", "severity", "words", "text", "correction")


def downloads(report: Report) -> dict[str, str]:
    """Lemmas and claims as JSON and CSV, by file."""
    lemmas = [
        {**each, "number": number_of(each["key"]), "verdict": each["verdict"]["verdict"]} for each in report.lemmas
    ]
    found: dict[str, str] = {}
    for name, columns, rows in (("lemmas", LEMMA_COLUMNS, lemmas), ("claims", CLAIM_COLUMNS, report.verdicts)):
        kept = [{column: row[column] for column in columns} for row in rows]
        out = io.StringIO()
        writer = csv.DictWriter(out, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)
        found |= {
            f"data/{name}.json": json.dumps(kept, indent=1, ensure_ascii=False) + "\n",
            f"data/{name}.csv": out.getvalue(),
        }
    if report.comparison:
        found["data/compare.json"] = json.dumps(report.comparison["rows"], indent=1) + "\n"
        found["data/compare.csv"] = report.comparison["csv"]
    return found


def edge_list(net: Any) -> str:
    """The links of a network as CSV: each two-way link once, or the hops of a network with one-way links or buses.

    >>> from netlemma.graphs import network
    >>> edge_list(network("ring", K=3)), edge_list(network("oneway-ring(2)")).splitlines()[0]
    ('from,to,class\\n0,1,link\\n1,2,link\\n0,2,link\\n', 'source,target,class')
    """
    hops = zip(net.origin.tolist(), net.target.tolist(), net.device.tolist(), strict=True)
    two_way = {each.kind for each in net.device_classes} == {"link"}
    of_devices = {device: (tail, head, device) for tail, head, device in reversed(list(hops))} if two_way else {}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("from", "to", "class") if two_way else ("source", "target", "class"))
    for tail, head, device in sorted(of_devices.values(), key=lambda each: each[2]) if two_way else hops:
        names = (" ".join(map(str, net.labels(node))) for node in (tail, head))
        writer.writerow([*names, net.device_classes[net.device_class[device]].name])
    return out.getvalue()
