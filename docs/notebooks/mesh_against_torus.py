# %% [markdown]
# # Mesh against torus
#
# 64 nodes as an 8 by 8 grid: as a mesh, as a torus with one-way rings, or as a torus with links both ways? Formulas give a first
# answer, a model of latency a second, and a simulation of every worm has the last word.

# %% [markdown]
# ## Distances and loads, exactly

# %%
from graphs import measure, network

networks = {
    "mesh": network("mesh", k=8, n=2),
    "one-way torus": network("torus", k=8, n=2),
    "torus": network("toroid", w=8, D=2),
}
for name, net in networks.items():
    found = measure(net)
    busiest = max(c.max for c in found.classes)
    print(f"{name:14} mean distance {float(found.mean_distance):.3f}, diameter {found.diameter:2}, "
          f"busiest link {float(busiest):.4f} crossings a message, its directions together")  # fmt: skip

# %% [markdown]
# The torus has the shorter ways. The one-way torus has long ones: a neighbour behind is seven hops away. For all sizes this
# is in the lemmas.

# %%
from derive import lemma

lemma("mesh.mean_distance")

# %%
lemma("torus.mean_distance")

# %% [markdown]
# ## What a model predicts
#
# Worms of 20 flits, dimension order, Poisson sources. A model gives the mean latency over load, and the load from which on
# there is no steady state; beyond that it gives no number.

# %%
from checks import latency_model, routed_model

loads = [0.001 * i for i in range(1, 10)]
models = {
    "mesh": latency_model("mesh", {"k": 8, "flits": 20}, loads),
    "one-way torus": latency_model("torus", {"k": 8, "flits": 20}, loads),
    "torus": routed_model("toroid", {"w": 8, "D": 2, "flits": 20}, loads, vcs=2),
}
models["mesh"]

# %%
models["one-way torus"]

# %% [markdown]
# ## What a simulation shows
#
# The simulator follows every worm. Tori need two virtual channels against deadlock, and get them. A sweep simulates several
# loads and seeds; given a file by `results="sweep.sqlite"` it can be stopped and goes on where it was.

# %%
from graphs.sweep import sweep

asked = {"flits": 20, "loads": [0.002, 0.004, 0.006, 0.008], "seeds": [1, 2], "cycles": 8000, "workers": 1}
simulated = {
    "mesh": sweep("mesh", k=8, **asked),
    "one-way torus": sweep("torus", k=8, **asked),
    "torus": sweep("toroid", w=8, D=2, **asked),
}
simulated["mesh"].means()

# %%
simulated["one-way torus"].means()

# %% [markdown]
# A run whose backlog grows is unstable and has no latency.

# %%
simulated["torus"].means()

# %% [markdown]
# ## Both in one picture
#
# Lines are the models, points the simulations with the half-widths of their confidence intervals.

# %%
import matplotlib.pyplot as plt

fig, ax = plt.subplots(figsize=(7, 4.5))
for name, marker in (("mesh", "o"), ("one-way torus", "s"), ("torus", "^")):
    [line] = ax.plot(*models[name].curve, label=f"{name}, model")
    stable = [m for m in simulated[name].means() if m.latency is not None]
    ax.errorbar([m.point.load for m in stable], [m.latency for m in stable], [m.half_width for m in stable],
                fmt=marker, capsize=3, color=line.get_color(), label=f"{name}, simulated")  # fmt: skip
ax.set(xlabel="load (messages per node and cycle)", ylabel="mean latency (cycles)", ylim=(0, 120))
ax.set_title("8 by 8 nodes, worms of 20 flits")
ax.legend()
fig

# %%
plt.close(fig)
for name, found in models.items():
    end = found["saturation"]
    steady = [m.point.load for m in simulated[name].means() if m.latency is not None]
    print(f"{name:14} the model saturates at load {end['load']:.5f}; simulations are stable at {steady}")

# %% [markdown]
# The one-way torus saturates first. The torus with links both ways has the lowest latency at small loads. How near to
# saturation a model can be trusted differs: [model errors](../model-errors.md) has the figures, channel by channel.

# %% [markdown]
# ## What to try next
#
# - Longer runs and more seeds: `cycles=100_000, seeds=range(1, 6)`, and no `workers` to use all cores.
# - Adaptive routing: `sweep("toroid", "duato", w=8, D=2, vcs=3, ...)`; bursty sources: [bursty traffic](../bursty-traffic.md).
# - Does it stay so for larger networks? `k=[8, 16]` in a sweep of meshes.
# - The same as a figure of the paper by Greenberg and Guan: `netlemma figure --list`.
