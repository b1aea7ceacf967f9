"""What the paper says of the networks, and how mesh and torus compare."""

from derive.claims.greenberg1997.words import said

FIGURES = "k=8 flits=20; k=8 flits=32; k=16 flits=32; k=16 flits=64"

_FIRST = "k=8 flits=20"
_FIGURE_5 = f"{_FIRST}; k=8 flits=32"
_SHARES = "20, 50 and 80 % of the load that saturates the model"
_SIMULATED = f"at the sizes of figure 5 and {_SHARES}; netlemma verify wormhole has more loads, and figure 6"

STATEMENTS = (
    said(
        "torus.reachable",
        "Unidirectional links in the torus suffice for complete reachability",
        "text, Section 1",
        "every node reaches every other one",
    ),
    said(
        "bisection",
        "giving the two networks the same bisection width",
        "text, Section 1",
        "the fewest channels, counted in both directions, between two halves of the nodes, which differ by one node if their number is odd",
    ),
    said(
        "deadlock.e-cube.mesh",
        "In a mesh network ..., deadlock may be prevented by using e-cube routing",
        "text, Section 3",
        "without virtual channels",
        family="mesh",
    ),
    said(
        "deadlock.e-cube.torus",
        "In ... k-ary n-cubes, deadlock may be prevented by using e-cube routing",
        "text, Section 3",
        "the one-way torus without virtual channels",
        family="torus",
    ),
    said(
        "deadlock.torus.e-cube-is-not-enough",
        "e-cube routing does not suffice to prevent deadlock in the torus",
        "text, Section 4",
        "without virtual channels, k >= 3",
    ),
    said(
        "deadlock.torus.virtual-channels",
        "adding in the use of virtual channels does",
        "text, Section 4",
        "two virtual channels of each link, changed where the ring is crossed from its last node to its first",
    ),
    said(
        "mesh.channels",
        "there are 2k(k - 1) channels in each dimension",
        "text, Section 3",
        "each direction of a link is a channel",
        channels="2*k*(k - 1)",
    ),
    said(
        "mesh.classes.mirror",
        "we can reduce the number of equivalence classes to k(k - 1) in each dimension",
        "text, Section 3",
        "channels that are mirror images in their own dimension have the same rate and service time",
        classes="k*(k - 1)",
    ),
    said(
        "mesh.classes.x",
        "the number of equivalence classes is reduced to k - 1 for x-dimension channels",
        "text, Section 3",
        "channels of different classes differ in rate or service time, and channels of one class do not",
        classes="k - 1",
    ),
    said(
        "mesh.classes.y",
        "the k(k - 1) channel equivalence classes in the y-dimension",
        "text, Section 3; after Eq. 10",
        "channels of different classes differ in rate or service time, and channels of one class do not",
        classes="k*(k - 1)",
    ),
    said(
        "mesh.classes.y.columns",
        "the message rates for the channels in the y-dimension are independent of j0, the service times are not",
        "text, after Eq. 10",
        "k >= 3",
    ),
    said(
        "mesh.x-position",
        "the probability k/(k^2 - 1) that a message from a node in a specified x-position goes to a node in some specific other x-position",
        "text, Section 4",
        probability="k/(k^2 - 1)",
    ),
    said(
        "latency.low-load",
        "under very low load rate, ... latency ..., namely number of flits plus average message distance",
        "text, Section 4",
        "the latency without load of equation 2; the distance is 2k/3 or k^2/(k + 1), without injection and ejection channels",
        latency="flits + distance",
    ),
    said(
        "compare.low-load",
        "at low load rates, the latency for the torus is slightly higher than that of the mesh",
        "text, Section 4",
        "without load, at the sizes of figures 5 and 6",
        figures=FIGURES,
    ),
    said(
        "compare.saturation",
        "the torus network tends to saturate at an earlier load rate (about one half that of the mesh)",
        "text, Section 4",
        "by the models, at the sizes of figures 5 and 6; about means between 3/8 and 5/8",
        figures=FIGURES,
        least="3/8",
        most="5/8",
    ),
    said(
        "compare.any-load",
        "showing better performance than the torus at any load rate",
        "text, Section 4",
        "by the models, at the sizes of figures 5 and 6: the latency of the mesh is lower wherever the torus is not saturated",
        figures=FIGURES,
    ),
    said(
        "model.agrees.mesh",
        "The model agrees well with simulation results for all cases under study",
        "text, Section 4",
        f"{_SIMULATED}; well means within 5 % of the simulated latency",
        family="mesh",
        figures=_FIGURE_5,
        error="1/20",
        up_to="4/5",
    ),
    said(
        "model.agrees.torus",
        "Figures 5 and 6 show ... the close correspondence of the torus model with experimental results",
        "text, Section 4",
        f"{_SIMULATED.replace('sizes', 'first size')}; close means within 10 % of the simulated latency; virtual channels share their link",
        family="torus",
        figures=_FIRST,
        error="1/10",
        up_to="4/5",
    ),
    said(
        "compare.saturation.simulated",
        "the torus network tends to saturate at an earlier load rate (about one half that of the mesh)",
        "text, Section 4",
        "by simulation, at the first size of figure 5; about means between 3/8 and 5/8",
        figures=_FIRST,
        least="3/8",
        most="5/8",
    ),
    said(
        "compare.any-load.simulated",
        "showing better performance than the torus at any load rate",
        "text, Section 4",
        "by simulation, at the first size of figure 5 and 20, 50 and 80 % of the load that saturates the torus's model",
        figures=_FIRST,
    ),
)
