# %% [markdown]
# # A formula, from its definition to its proof
#
# **How far does a message go in a torus, on average, and how can one be sure?** Textbooks answer "about *D w*/4 hops", with
# rings of *w* nodes in each of *D* dimensions. This notebook starts from what the words mean, follows each step to a closed form,
# runs the proof, and counts the same on a network that knows no formula.

# %% [markdown]
# ## The lemma
#
# A lemma is asked for by family and quantity. It shows what is said, for which sizes, and how strong it is. Open *Definition, and
# derivation* to see where it comes from.

# %%
from netlemma.derive import lemma

found = lemma("toroid.mean_distance")
found

# %% [markdown]
# Its closed form is a plain SymPy expression, to compute with: here what it comes to in three dimensions. The value at a size is an exact
# fraction.

# %%
import sympy as sp

w, D = (parameter.symbol for parameter in found.domain.parameters)
print(sp.simplify(found.closed_form.subs(D, 3)))

# %%
found.at(w=4, D=3)

# %% [markdown]
# ## How it comes about
#
# Each step says what it replaces by what, why, and which kind of proof shows it. The first line is the definition, a sum over
# all pairs of nodes; nothing of a paper's formula is in it. Open a *proof* to read what is checked.

# %%
found.derivation

# %% [markdown]
# A single step shows itself, too. The fourth one closes a sum: an antidifference F with F(k+1) - F(k) = f(k) is found, and
# that equation is what the proof checks.

# %%
found.derivation.steps[3]

# %% [markdown]
# ## Does the proof hold?
#
# `check` runs every proof again. It returns nothing, and raises an error if a step does not hold.

# %%
found.check()

# %% [markdown]
# To see that it can fail, spoil the last step: say that the mean distance is twice as large.

# %%
from dataclasses import replace

from netlemma.errors import ProofError

*steps, last = found.derivation.steps
spoilt = replace(found.derivation, steps=(*steps, replace(last, after=2 * last.after)))
try:
    spoilt.check()
except ProofError as error:
    print("refused at", str(error).partition(":")[0])
else:
    raise AssertionError("a wrong step was not noticed")

# %% [markdown]
# ## The same, counted
#
# `graphs` builds every node and link and follows every shortest path. It knows no formula, so it can disagree.

# %%
from netlemma.graphs import measure, network

measured = measure(network("toroid", w=4, D=3))
measured

# %%
measured.mean_distance == found.at(w=4, D=3)

# %% [markdown]
# `verify` does both at many sizes, the smallest ones first, and sums the definition by a plain loop as a third opinion.

# %%
from netlemma.checks import verify

verify("toroid.mean_distance")

# %% [markdown]
# ## And the textbook?
#
# $D\,w/4$ is compared with the proved lemma. It fails at the smallest size already: the textbook counts messages that a node
# sends to itself.

# %%
from netlemma.checks import check

check("toroid", "mean_distance", "D*w/4", where="w even")

# %% [markdown]
# With those messages left out it is right, and proved for all even w.

# %%
check("toroid", "mean_distance", "D*w/4 * w^D/(w^D - 1)", where="w even")

# %% [markdown]
# ## The answer
#
# In a torus of *D* dimensions with rings of *w* nodes a message makes *D w*/4 hops on average if those to the own node are counted
# and *w* is even. Between different nodes it makes *w^D*/(*w^D* - 1) times as many; the lemma has odd *w*, too. That is proved for all
# sizes, by steps that were checked above and refused when spoilt, and it equals what is counted on explicit networks.

# %% [markdown]
# ## What to try next
#
# - Another network: `lemma("line(a) x ring(b)^2.mean_distance")`. Any product of lines, rings, cliques and buses has its lemmas.
# - Another quantity: `verify("toroid")` lists all of them, such as `toroid.visit_ratio.link`.
# - Your own formula: `check("mesh", "diameter", "n*(k - 1)")`.
# - For a paper: `netlemma derive toroid mean_distance --steps --format latex -o toroid.tex`.
