# %% [markdown]
# # Judge what a paper claims
#
# **Is the formula on that page right?** A formula that a paper prints is a claim, not a fact. This notebook types one in, with its source,
# and lets it be judged: it holds, it fails with the smallest counterexample, or it only agrees where it was tried.

# %% [markdown]
# ## The claim
#
# Table II of a report by Reed (1982, see [references](../../derive/references.bib)) gives the mean distance of a dual bus
# hypercube of *w^D* nodes as
#
# $$\frac{2D^2 - 5D + 4}{D - 1}\cdot\frac{(w-1)\,w^{D-1}}{w^D - 1}.$$
#
# Claims go into a file of plain text, so that they can be kept beside the paper. The same formula is entered twice: for all
# sizes, and for two dimensions only. A third claim is right.

# %%
claims = """
[[claim]]
key = "dual-bus-hypercube.mean_distance"
formula = "(2*D^2 - 5*D + 4)/(D - 1) * (w - 1)*w^(D - 1)/(w^D - 1)"
source = "reed1982"
locator = "Table II"

[[claim]]
key = "dual-bus-hypercube.mean_distance"
formula = "(2*D^2 - 5*D + 4)/(D - 1) * (w - 1)*w^(D - 1)/(w^D - 1)"
where = "D = 2"
source = "reed1982"
locator = "Table II, two dimensions"

[[claim]]
key = "spanning-bus-hypercube.mean_distance"
formula = "D*(w - 1)*w^(D - 1)/(w^D - 1)"
source = "my notes"
locator = "p. 3"
"""

# %% [markdown]
# The text is read by a small grammar of its own and never run. `read_claims("claims.toml")` reads a file.

# %%
from netlemma.checks import judge_all, parse_claims

verdicts = judge_all(parse_claims(claims))
verdicts

# %% [markdown]
# ## The counterexample, by hand
#
# The first claim fails. Do not take our word for it: build the network of the counterexample, which is small, and count. A
# verdict shows itself with all of its evidence.

# %%
lost = verdicts[0]
lost

# %%
from netlemma.graphs import measure, network

small = network("dual-bus-hypercube", **lost.counterexample["size"])
small

# %%
measure(small)

# %% [markdown]
# NetworkX, which is no part of this project, agrees. A bus is a vertex of its own in `graph`, so a hop is two edges there.

# %%
from fractions import Fraction

import networkx as nx

nodes = [v for v, kind in small.graph.nodes(data="kind") if kind == "node"]
far = dict(nx.all_pairs_shortest_path_length(small.graph))
counted = Fraction(sum(far[s][t] for s in nodes for t in nodes), 2 * len(nodes) * (len(nodes) - 1))
print("claimed", lost.counterexample["claimed"], "counted", counted)
assert str(counted) == lost.counterexample["true"]

# %% [markdown]
# ## What is right
#
# The correction is a lemma with a proof for all sizes.

# %%
from netlemma.derive import lemma

right = lemma("dual-bus-hypercube.mean_distance")
right.check()
right

# %% [markdown]
# How much does it matter? The claim over the truth, as the network grows:

# %%
claim = parse_claims(claims)[0].formula
for D in (2, 3, 4, 6):
    size = {"w": 8, "D": D}
    print(f"w=8 D={D}: claimed {float(claim.evaluate(size)):.4f}, true {float(right.value(size)):.4f}")

# %% [markdown]
# ## Agreement is no pass
#
# This formula agrees wherever it is tried, and is wrong from *k* = 2^100 on. There is no proof, so the verdict says that.

# %%
from netlemma.checks import check

check("mesh", "diameter", "n*(k - 1) + floor(log(k, 2)/100)")

# %% [markdown]
# ## The answer
#
# Printed for all sizes, the formula of Table II is wrong: the smallest network that shows it has 8 nodes, where it says 2 and 16/7 is
# true. In two dimensions it is right, and that is proved for all *w*. The proved lemma says what is right in all the others.

# %% [markdown]
# ## What to try next
#
# - Your own paper: put its formulas into a file and run `netlemma verify --claims claims.toml`; [formulas](../formulas.md) has the
#   grammar, [counting](../counting.md) says what exactly is counted.
# - What else fails in that paper: `errata("reed1982")`, imported from `checks`; it takes a minute or two.
# - Formulas with a condition: `where = "w even"`, or `sizes = "w=2..9 D=1..3"` where a claim is about few sizes.
