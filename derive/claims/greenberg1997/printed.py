r"""The equations as the paper prints them, by locator or by key; equations 13 and 14 are broken into lines here.

Of the appendix's equations the scan runs several into one; they are apart here.
"""

_X = r"x_{\langle %s \rangle}"
_W = r"W_{\langle %s \rangle}"
_INJECTION = r"inj, j_0, j_1"
_FLIT = r"\mathit{flit}_{\mathit{xfer}}"
_LENGTH = r"\mathit{msgl}"


def _bracket(channel: str, blocking: str, probability: str) -> str:
    return rf"\left[{_X % channel} + {blocking} {_W % channel}\right] {probability}"


_TURN = r"\frac{x_{base}}{k} + \frac{k-1}{k} \left(x_{j_0} + W_{j_0} \left(1 - \frac{\lambda_{sw}}{2 \lambda_{j_0}}\right)\right)"
_NEXT = r"\frac{k + j_0 - 3}{k + j_0 - 1} \left(x_{j_0-1} + W_{j_0-1} \frac{\lambda_{new}}{\lambda_{j_0-1}}\right)"
_RING = (
    r"x_{j_0} = \begin{cases} x_{base} & j_0 = 0; \text{ else} \\ "
    + _NEXT
    + r" + \frac{2}{k + j_0 - 1} x_0 \end{cases}"
)
_COLUMN = (
    r"x_{j_0,j_1} = \begin{cases} " + _TURN + r" & j_1 = 0; \\ \frac{k + j_1 - 3}{k + j_1 - 1} "
    r"\left(x_{j_0,j_1-1} + \frac{\lambda_{new} W_{j_0,j_1-1}}{\lambda_{j_1-1}}\right) + \frac{2 x_{j_0,0}}{k + j_1 - 1} & \end{cases}"
)
_NET = r"\lambda_{net} = \lambda_{node} \frac{k-1}{2} \frac{k^n}{k^n - 1}"
_NEW = r"\lambda_{new} = \lambda_{node} \frac{k^{n-1} (k-1)}{k^n - 1}"
_SWITCH = r"\lambda_{sw} = \lambda_{node} \frac{(k-1)^2}{k^n - 1}"
_BEFORE = (
    r"\lambda_j = \begin{cases} \lambda_{net} & \text{for } j \le 1 \\ "
    r"\lambda_{node} \frac{k^{n-1} (k (k-1) - j (j-1))}{2 (k^n - 1)} & \text{for } j > 1 \end{cases}"
)

PRINTED = {
    "Eq. 1": r"L_j = W_{inj,j} + x_{inj,j} + D - 1",
    "Eq. 2": r"\bar{L} = \frac{1}{N} \sum_{j} \bar{L}_j = \frac{1}{N} \sum_{j} (\bar{W}_{inj,j} + \bar{x}_{inj,j}) + \bar{D} - 1",
    "Eq. 4": r"\bar{W}_j = \frac{\lambda_j \bar{x}_j^2}{2 (1 - \lambda_j \bar{x}_j)} \cdot "
    r"\left[1 + \frac{(\bar{x}_j - s/f)^2}{\bar{x}_j^2}\right]",
    "Eq. 6": r"P_{i|j} = 1 - \frac{\lambda_i^{\mathrm{in}}}{\lambda_j} R_{i|j}",
    "Eq. 7": r"x_i^{\mathrm{in}} = \sum_{j} \left[x_j + (1 - \frac{\lambda_i^{\mathrm{in}}}{\lambda_j} R_{i|j}) W_j\right] R_{i|j}",
    "Eq. 8": rf"\lambda_{{\langle {_INJECTION} \rangle}} = \lambda_{{\langle j_0, j_1, ej \rangle}} = \lambda_{{node}} "
    r"\qquad (0 \le j_0, j_1 < k)",
    "Eq. 9": r"\lambda_{\langle j_0 \rangle} = \frac{j_0 (k - j_0) k}{k^2 - 1} \lambda_{node} \qquad (1 \le j_0 < k)",
    "Eq. 10": r"\lambda_{\langle j_0, j_1 \rangle} = \frac{j_1 (k - j_1) k}{k^2 - 1} \lambda_{node} "
    r"\begin{cases} 0 \le j_0 < k \\ 1 \le j_1 < k \end{cases}",
    "Eq. 11": r"x_{\langle j_0, j_1, ej \rangle} = s/f",
    "Eq. 12": rf"{_X % 'j_0'} = (s/f) \frac{{1}}{{j_0}} + "
    + _bracket("j_0 - 1", r"\frac{1}{k - j_0 + 1}", r"\frac{j_0 - 1}{j_0}"),
    "Eq. 13": r"\begin{aligned} "
    + rf"{_X % 'j_0, j_1'} = {{}} & (s/f) \frac{{1}}{{j_1 k}} + "
    + _bracket("j_0", r"\frac{k (k - j_0) - (k - j_1)}{k (k - j_0)}", r"\frac{j_0}{j_1 k}")
    + r" \\ & {} + "
    + _bracket("k - 1 - j_0", r"\frac{k j_0 + j_1}{k (j_0 + 1)}", r"\frac{k - 1 - j_0}{j_1 k}")
    + r" \\ & {} + "
    + _bracket("j_0, j_1 - 1", r"\frac{1}{k - j_1 + 1}", r"\frac{j_1 - 1}{j_1}")
    + r" \end{aligned}",
    "Eq. 14": r"\begin{aligned} "
    + rf"{_X % _INJECTION} = {{}} & "
    + _bracket("j_0", r"\frac{k (k - j_0) - 1}{k (k - j_0)}", r"\frac{j_0}{k^2 - 1}")
    + r" \\ & {} + "
    + _bracket("k - 1 - j_0", r"\frac{k (1 + j_0) - 1}{k (1 + j_0)}", r"\frac{k - 1 - j_0}{k^2 - 1}")
    + r" \\ & {} + "
    + _bracket("j_0, j_1", r"\frac{k - j_1 - 1}{k - j_1}", r"\frac{j_1 k}{k^2 - 1}")
    + r" \\ & {} + "
    + _bracket("j_0, k - 1 - j_1", r"\frac{j_1}{1 + j_1}", r"\frac{(k - 1 - j_1) k}{k^2 - 1}")
    + r" \end{aligned}",
    "Eq. 15": rf"\bar{{L}} = \frac{{1}}{{k^2}} \sum_{{j_0=0}}^{{k-1}} \sum_{{j_1=0}}^{{k-1}} ({_W % _INJECTION} + {_X % _INJECTION}) "
    r"+ \bar{D} - 1",
    "Eq. 15, mean distance": r"\bar{D} = \frac{2k}{3} + 2",
    "text, Section 4, D_x for the mesh": r"D_x = \frac{1}{k} \sum_{i=0}^{k-1} \sum_{j=0}^{k-1} |i - j| \frac{k}{k^2 - 1}",
    "text, Section 4, D_x for the torus": r"D_x = \frac{1}{k} \sum_{i=0}^{k-1} \sum_{j=0}^{k-1} j \frac{k}{k^2 - 1}",
    "torus.base": rf"x_{{base}} = {_FLIT} \cdot {_LENGTH}, \quad {_RING}",
    "Appendix A, x_j0, second case": _RING,
    "Appendix A, x_j0,j1, first case": _COLUMN,
    "Appendix A, x_j0,j1, second case": _COLUMN,
    "Appendix A, x_inj": r"\begin{aligned} x_{j_0,j_1}^{inj} = {} & "
    r"\left[x_{j_0} + \left(1 - \frac{\lambda_{node}}{\lambda_{j_0}} \frac{1}{k+1}\right) W_{j_0}\right] \frac{1}{k+1} \\ & {} + "
    r"\left[x_{j_0,j_1} + \left(1 - \frac{\lambda_{node}}{\lambda_{j_1}} \frac{k}{k+1}\right) W_{j_0,j_1}\right] \frac{k}{k+1} "
    r"\end{aligned}",
    "torus.waiting": r"\begin{aligned} F_W(y, z) & = \frac{y z^2 \left(1 + \left(\frac{z - x_{base}}{z}\right)^2\right)}{2 (1 - y z)}, \\ "
    r"W_{j_0} & = F_W(\lambda_{j_0}, x_{j_0}), \quad W_{j_0,j_1} = F_W(\lambda_{j_1}, x_{j_0,j_1}), \\ "
    r"W_{j_0,j_1}^{inj} & = F_W(\lambda_{node}, x_{j_0,j_1}^{inj}) \end{aligned}",
    "Appendix A, flit_xfer": rf"{_FLIT} = 1 + \frac{{\lambda_{{net}}}}{{2}} {_LENGTH}",
    "Appendix A, last equation": r"\bar{L} = \frac{1}{k^2} \sum_{j_0=0}^{k-1} \sum_{j_1=0}^{k-1} "
    rf"\left(x_{{j_0,j_1}}^{{inj}} + W_{{j_0,j_1}}^{{inj}}\right) + (\bar{{D}} - 1) {_FLIT} + 2",
    "Appendix A, lambda_net": _NET,
    "Appendix A, lambda_new": _NEW,
    "Appendix A, lambda_sw": _SWITCH,
    "Appendix A, lambda_j": _BEFORE,
}
