"""What the paper says in words, or by formulas that are about no lemma."""

from derive.lemma import Statement

STATEMENTS = (
    Statement(
        key="ring.devices",
        words="Simple Ring (K nodes and K links)",
        source="reed1982",
        locator="Table II",
        says={"nodes": "K", "link": "K"},
    ),
)
