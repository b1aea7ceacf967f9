# %% [markdown]
# # A lesson: rings, meshes, and packets that wait for one another
#
# **How far apart are nodes, which link is hot, and why do packets wait for ever?** A lesson of two hours with three ideas, on
# distances, loads and deadlock. Each part ends with an exercise. Its answer is in the cell below it, which checks it; hide these
# cells before the lesson.

# %%
from fractions import Fraction

import netlemma as nl

# %% [markdown]
# ## 1. Distances
#
# In a ring of 6 nodes, two nodes are 1 hop away, two are 2, and one is 3: the mean distance to another node is 9/5.

# %%
nl.measure("ring", K=6).mean_distance

# %% [markdown]
# **Exercise.** What is it in a ring of 5 nodes, and in one of 7? Which formula fits odd rings? Textbooks often give K/4 for all of them.

# %%
assert [nl.measure("ring", K=K).mean_distance for K in (5, 7)] == [Fraction(3, 2), 2]
nl.check("ring", "mean_distance", "(K + 1)/4", where="K odd")

# %% [markdown]
# For even rings the textbook's K/4 counts the pairs of a node with itself, at distance 0: the verdict says so.

# %%
nl.check("ring", "mean_distance", "K/4", where="K even")

# %% [markdown]
# ## 2. Loads
#
# All nodes of a mesh send to all others. Links in the middle carry the most. On a 4 x 4 mesh with one message per node and unit of
# time, a link between the two halves carries a quarter of all messages from one half to the other, and each half has 8 nodes that send
# 8/15 of their messages across.

# %%
nl.measure("mesh", "xy", k=4, n=2, channels=True)

# %% [markdown]
# **Exercise.** Compute the largest load from the sentence above. Which pattern of messages is worse, if every node sends to one node only?

# %%
loads = nl.measure("mesh", "xy", k=4, n=2, channels=True).as_json()["channel_loads"]
assert Fraction(loads["max"]) == 8 * Fraction(8, 15) / 4

# %%
nl.worst_case("mesh", "xy", k=4, n=2)

# %% [markdown]
# ## 3. Deadlock
#
# A packet holds its channel while it waits for the next one. In a ring where all go the same way, four packets can wait for one another.

# %%
nl.deadlock("oneway-torus", "dimension-order", k=4, n=1)

# %% [markdown]
# **Exercise.** Draw the four packets, with what each holds and wants. Then split each channel into two virtual channels, and let packets
# change from the first to the second when they pass a line (a *dateline*). Why can they no longer wait in a circle?

# %%
free = nl.deadlock("oneway-torus", "dimension-order", k=4, n=1, vcs=2)
assert free.verdict == "deadlock-free"
free

# %% [markdown]
# **Exercise.** In a mesh there is no ring to go around. Is every routing on it free of deadlock?

# %%
verdicts = {name: nl.deadlock("mesh", name, k=3, n=2).verdict for name in ("xy", "west-first", "shortest")}
assert verdicts == {"xy": "deadlock-free", "west-first": "deadlock-free", "shortest": "deadlock"}
verdicts

# %% [markdown]
# ## The answer
#
# Distances are sums over pairs, and a convention decides which pairs; the hot links are where the ways meet, in the middle; and packets
# wait for ever where each holds what another one wants, around a circle that an order of the channels forbids.

# %% [markdown]
# ## What to try next
#
# - Homework: the same questions for a network of one's own, in a Python file ([the page on own networks](../my-network.md)).
# - `nl.lemma("ring.mean_distance")` shows the proof for all sizes, step by step.
