# %% [markdown]
# # Is my routing free of deadlock?
#
# **Can packets under my routing come to wait for one another for ever?** They hold channels while they wait for others, and can
# close a circle. Whether a routing lets them is decided here, with evidence either way: a deadlock packet by packet, or a
# numbering that anybody can check.

# %% [markdown]
# ## A routing of my own
#
# A routing is one function in a Python file: where a packet is, by which channel it came, where it is going; it says where the
# packet may go next. This one takes any shortest way in a mesh, whichever link is free.

# %%
from pathlib import Path
from tempfile import TemporaryDirectory

folder = TemporaryDirectory()
any_shortest = Path(folder.name) / "any_shortest.py"
_ = any_shortest.write_text("""
kind = "adaptive"
description = "any shortest way, whichever link is free"


def nearer(here, goal):
    return here + (goal > here) - (goal < here)


def next_channels(node, came_by, destination):
    x, y = node
    ways = [(nearer(x, destination[0]), y), (x, nearer(y, destination[1]))]
    return [way for way in ways if way != node]
""")

# %%
from netlemma.checks import deadlock
from netlemma.errors import InputError
from netlemma.graphs import network

mesh = network("mesh", k=3, n=2)
mesh

# %% [markdown]
# ## The verdict

# %%
stuck = deadlock(mesh, routing_file=any_shortest)
stuck

# %% [markdown]
# Each packet of the table holds a channel and wants what the next one holds. The certificate says, move by move, how they come
# there; it is checked again by code that the search does not use.

# %%
from netlemma.checks.certificates.certification import check_certificate as certify
from netlemma.errors import CertificateError

print(certify(stuck.certificate, any_shortest))

# %% [markdown]
# ## Forbid some turns
#
# Turns close the circle, so forbid some: packets go west first, before all else, and choose freely afterwards.

# %%
west_first = Path(folder.name) / "west_first.py"
_ = west_first.write_text(
    any_shortest.read_text()
    .replace("any shortest way, whichever link is free", "west first, then any shortest way")
    .replace("    return [way", "    if destination[0] < x:\n        return [(x - 1, y)]\n    return [way")
)
free = deadlock(mesh, routing_file=west_first)
free

# %% [markdown]
# Now the certificate is a number for each channel: every packet can go on by one of a greater number than all that it holds.

# %%
print(certify(free.certificate, west_first))

# %% [markdown]
# Is that check worth anything? Hand it the certificate of the good routing together with the bad one, and it refuses.

# %%
try:
    certify(free.certificate, any_shortest)
except InputError as error:
    print("refused:", str(error).replace(f"{folder.name}/", ""))
else:
    raise AssertionError("a certificate of another routing was accepted")

# %% [markdown]
# Nor does it accept other numbers than the right ones. Here all are made equal.

# %%
forged = free.certificate | {"numbers": [0] * len(free.certificate["numbers"])}
try:
    certify(forged, west_first)
except CertificateError as error:
    print("refused:", error)
else:
    raise AssertionError("a forged certificate was accepted")

# %% [markdown]
# ## Routings with a name
#
# The usual ones need no file. Dimension order on a torus deadlocks around its rings; a second virtual channel behind a dateline
# mends that, and Duato's protocol adds adaptive channels to it.

# %%
[
    (words, vcs, deadlock("toroid", words, vcs=vcs, w=4, D=2).verdict)
    for words, vcs in [("dimension-order", 1), ("dimension-order", 2), ("duato", 3)]
]

# %%
folder.cleanup()

# %% [markdown]
# ## The answer
#
# Any shortest way in a mesh can deadlock: four packets around one square are enough, and the certificate says how they come there. West
# first cannot, on this mesh: every channel has a rank, and every packet can always go on by one of lower rank. Either answer can
# be checked by somebody who trusts neither the search nor its author.

# %% [markdown]
# ## What to try next
#
# - Your own routing: change the function above. `vcs = 2` in the file gives two virtual channels, and an answer may then be
#   `(neighbour, 1)`; [the page on routings](../add-a-routing.md) has all that a file may say.
# - The fewest packets that deadlock: `deadlock(mesh, routing_file=any_shortest, smallest_deadlock=True)`.
# - Other switching: `deadlock(mesh, routing_file=..., switching="store-and-forward")`.
# - A real fabric: `netlemma deadlock opensm-subnet.lst opensm.fdbs`; see [fabrics](../fabrics.md).
