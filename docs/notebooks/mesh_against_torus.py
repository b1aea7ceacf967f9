# %% [markdown]
# # Mesh against torus
#
# **64 nodes in a grid: as a mesh, as a torus with one-way rings, or as a torus with links both ways?** Formulas give a
# first answer, a model of latency a second, and a simulation of every worm has the last word.

# %% [markdown]
# ## Distances and loads, exactly

# %%
from netlemma.graphs import measure, network

networks = {
    "mesh": network("mesh", k=8, n=2),
    "one-way torus": network("oneway-torus", k=8, n=2),
    "torus": network("torus", k=8, n=2),
}
for name, net in networks.items():
    found = measure(net)
    busiest = max(c.max for c in found.classes)
    print(f"{name:14} mean distance {float(found.mean_distance):.3f}, diameter {found.diameter:2}, "
          f"busiest link {float(busiest):.4f}")  # fmt: skip

# %% [markdown]
# What does each of them cost? Every network is a NetworkX graph, too: here the channels, one for each direction of a link, and how
# many of them lead from one half of the grid to the other.

# %%
for name, net in networks.items():
    channels = net.graph.to_directed().edges()
    between = sum((one[0] < 4) != (other[0] < 4) for one, other in channels)
    print(f"{name:14} {len(channels)} channels, {between} between the halves")

# %% [markdown]
# The load of the busiest link is how often one message crosses it, in both directions together. The torus has the shorter ways. The
# one-way torus has long ones: a neighbour behind is seven hops away. For all sizes this is in the lemmas.

# %%
from netlemma.derive import lemma

lemma("mesh.mean_distance")

# %%
lemma("oneway-torus.mean_distance")

# %% [markdown]
# ## What a model predicts
#
# Worms of 20 flits, dimension order, Poisson sources. A model gives the mean latency over load, and the load from which on
# there is no steady state; beyond that it gives no number.

# %%
from netlemma.checks import latency_model, routed_model

loads = [0.001 * i for i in range(1, 10)]
models = {
    "mesh": latency_model("mesh", {"k": 8, "flits": 20}, loads),
    "one-way torus": latency_model("oneway-torus", {"k": 8, "flits": 20}, loads),
    "torus": routed_model("torus", {"k": 8, "n": 2, "flits": 20}, loads, vcs=2),
}
models["one-way torus"]

# %%
for name, found in models.items():
    print(f"{name:14} saturates at load {found.saturation.load:.5f}")

# %% [markdown]
# ## What a simulation shows
#
# The simulator follows every worm. Tori need two virtual channels against deadlock: `vcs=2`. A sweep simulates several
# loads; given a file by `results="sweep.sqlite"` it can be stopped and goes on where it was. Each mean has the half-width of
# its confidence interval beside it.

# %%
from netlemma.graphs.simulate.sweep import sweep

asked = {"flits": 20, "loads": [0.002, 0.004, 0.006, 0.008], "seeds": [1], "cycles": 20_000, "workers": 1}
simulated = {
    "mesh": sweep("mesh", k=8, **asked),
    "one-way torus": sweep("oneway-torus", k=8, vcs=2, **asked),
    "torus": sweep("torus", k=8, vcs=2, **asked),
}
simulated["mesh"]

# %% [markdown]
# A run whose backlog grows is unstable and has no latency.

# %%
simulated["one-way torus"]

# %%
simulated["torus"]

# %% [markdown]
# ## Both in one picture
#
# Lines are the models, points the simulations with their half-widths, dotted lines the loads at which the models saturate.

# %%
import matplotlib.pyplot as plt

fig, ax = plt.subplots(figsize=(7, 4.5))
for name, marker in (("mesh", "o"), ("one-way torus", "s"), ("torus", "^")):
    [line] = ax.plot(*models[name].curve, label=f"{name}, model")
    ax.axvline(models[name].saturation.load, color=line.get_color(), linestyle=":")
    stable = [run for run in simulated[name] if run.latency is not None]
    ax.errorbar(
        [run.point.load for run in stable],
        [run.latency for run in stable],
        [run.half_width for run in stable],
        fmt=marker,
        capsize=3,
        color=line.get_color(),
        label=f"{name}, simulated",
    )
ax.set(xlabel="load (messages per node and cycle)", ylabel="mean latency (cycles)")
ax.set(xlim=(0, 0.016), ylim=(0, 100), title="8 by 8 nodes, worms of 20 flits")
_ = ax.legend(loc="upper right")

# %%
for name, rows in simulated.items():
    predicted = dict(zip(*models[name].curve, strict=True))
    for run in rows:
        if run.latency is not None:
            error = predicted[run.point.load] / run.latency - 1
            print(f"{name:14} load {run.point.load}: the model is off by {error:+.1%}")

# %% [markdown]
# ## The answer
#
# With links both ways the torus is the better network: its ways are shorter, its links carry less, and it has the lowest latency
# at every load here. But twice as many channels lead from half to half. The torus with one-way rings has as many there as the mesh, and
# loses: the mesh saturates at more than twice the load. The models say the same as the simulations, to a few percent below
# saturation. Near it they are off by more, as for the one-way torus at a load of 0.004: [model errors](../model-errors.md) says
# why, channel by channel.

# %% [markdown]
# ## What to try next
#
# - Longer runs and more seeds: `cycles=100_000, seeds=range(1, 6)`, no `workers` to use all cores, and `.means()` over seeds.
# - Adaptive routing: `sweep("toroid", "duato", w=8, D=2, vcs=3, ...)`; bursty sources: [bursty traffic](../bursty-traffic.md).
# - Does it stay so for larger networks? `k=[8, 16]` in a sweep of meshes.
# - The same as a figure of the paper by Greenberg and Guan: `netlemma figure --list`.
