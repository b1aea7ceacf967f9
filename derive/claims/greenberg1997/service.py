"""Equations 12 to 15 and appendix A: service times as recursions.

Names: ``s`` is s/f (x_base on the torus), ``p`` and ``q`` are j_0 and j_1 of the mesh, ``j`` the position on a ring of the torus and
``c`` its column. ``x_on`` and ``W_on`` belong to the next channel in the same direction, ``x_west``, ``x_turn``, ``x_y`` ... to others.
"""

from derive.claims.greenberg1997.formulas import _NET, _NEW, _SWITCH, _general
from derive.claims.greenberg1997.words import said

_EDGE = "terms of channels that do not exist are 0: all have a factor 0"
_EXACT = f"compared with equation 7 on the channels of the explicit network; {_EDGE}"
_APPENDIX = "Appendix A"
_TURN = f"s/k + (k - 1)/k*(x_turn + W_turn*(1 - {_SWITCH}/(2*{_general('c')})))"
_ON = f"(k + j - 3)/(k + j - 1)*(x_on + W_on*{_NEW}/{_general('(j - 1)')})"

STATEMENTS = (
    said(
        "mesh.service.x",
        "x_<j0> = (s/f) 1/j0 + [x_<j0-1> + 1/(k - j0 + 1) W_<j0-1>] (j0 - 1)/j0",
        "Eq. 12",
        _EXACT,
        service="s*1/p + (x_on + 1/(k - p + 1)*W_on)*(p - 1)/p",
    ),
    said(
        "mesh.service.y",
        "x_<j0,j1> = (s/f) 1/(j1 k) + [x_<j0> + ...",
        "Eq. 13",
        f"{_EXACT}; x_<j0> is printed for the x channel of the row below, x_<k-1-j0> for the east-bound one",
        service="s*1/(q*k) + (x_west + (k*(k - p) - (k - q))/(k*(k - p))*W_west)*p/(q*k) "
        "+ (x_east + (k*p + q)/(k*(p + 1))*W_east)*(k - 1 - p)/(q*k) + (x_on + 1/(k - q + 1)*W_on)*(q - 1)/q",
    ),
    said(
        "mesh.service.injection",
        "x_<inj,j0,j1> = [x_<j0> + ...",
        "Eq. 14",
        _EXACT,
        service="(x_west + (k*(k - p) - 1)/(k*(k - p))*W_west)*p/(k^2 - 1) "
        "+ (x_east + (k*(1 + p) - 1)/(k*(1 + p))*W_east)*(k - 1 - p)/(k^2 - 1) "
        "+ (x_south + (k - q - 1)/(k - q)*W_south)*q*k/(k^2 - 1) + (x_north + q/(1 + q)*W_north)*(k - 1 - q)*k/(k^2 - 1)",
    ),
    said(
        "mesh.latency",
        "L = (1/k^2) sum (W_<inj,j0,j1> + x_<inj,j0,j1>) + D - 1, D = 2k/3 + 2",
        "Eq. 15",
        "equations 9 to 15 together, against the framework on the explicit network",
        distance="2*k/3 + 2",
    ),
    said(
        "torus.base",
        "x_base = flit_xfer msgl; x_j0 = x_base for j0 = 0",
        f"{_APPENDIX}, x_j0, first case",
        "j_0 = 0 is the channel from 0 to k-1, and stands for the channels behind it too; s is x_base",
        service="s",
    ),
    said(
        "torus.service.x",
        "x_j0 = (k+j0-3)/(k+j0-1) (x_j0-1 + W_j0-1 lambda_new/lambda_j0-1) + 2/(k+j0-1) x_0",
        f"{_APPENDIX}, x_j0, second case",
        "compared with equation 7 on the channels of the explicit network with two virtual channels; s is x_0 = x_base",
        service=f"{_ON} + 2/(k + j - 1)*s",
    ),
    said(
        "torus.service.turn",
        "x_j0,0 = x_base/k + (k-1)/k (x_j0 + W_j0 (1 - lambda_sw/(2 lambda_j0)))",
        f"{_APPENDIX}, x_j0,j1, first case",
        "the service time of the y channels behind the crossing, against equation 7 on the explicit network with two virtual channels",
        service=_TURN,
    ),
    said(
        "torus.service.turn-on-average",
        "x_j0,0 = x_base/k + (k-1)/k (x_j0 + W_j0 (1 - lambda_sw/(2 lambda_j0)))",
        f"{_APPENDIX}, x_j0,j1, first case",
        "the blocking factor is the mean over both virtual channels that lead to a node, each alike",
        blocking=f"1 - {_SWITCH}/(2*{_general('c')})",
    ),
    said(
        "torus.service.y",
        "x_j0,j1 = (k+j1-3)/(k+j1-1) (x_j0,j1-1 + lambda_new W_j0,j1-1/lambda_j1-1) + 2 x_j0,0/(k+j1-1)",
        f"{_APPENDIX}, x_j0,j1, second case",
        "x_exit, printed x_j0,0, is what equation 7 has for messages that leave this channel for x or the ejection channel",
        service=f"{_ON} + 2*x_exit/(k + j - 1)",
    ),
    said(
        "torus.service.injection",
        "x_inj = [x_j0 + (1 - lambda_node/lambda_j0 1/(k+1)) W_j0] 1/(k+1) + [x_j0,j1 + (1 - ...) W_j0,j1] k/(k+1)",
        f"{_APPENDIX}, x_inj",
        "compared with equation 7 on the channels of the explicit network with two virtual channels",
        service=f"(x_x + (1 - 1/{_general('c')}*1/(k + 1))*W_x)*1/(k + 1) "
        f"+ (x_y + (1 - 1/{_general('j')}*k/(k + 1))*W_y)*k/(k + 1)",
    ),
    said(
        "torus.waiting",
        "F_W(y, z) = y z^2 (1 + ((z - x_base)/z)^2)/(2(1 - y z)); W = F_W(lambda, x)",
        f"{_APPENDIX}, F_W, W_j0, W_j0,j1, W_inj",
        "equation 4 with x_base for s/f",
        waiting="rate*x^2*(1 + ((x - s)/x)^2)/(2*(1 - rate*x))",
    ),
    said(
        "torus.flit-transfer",
        "flit_xfer = 1 + lambda_net/2 msgl",
        f"{_APPENDIX}, flit_xfer",
        "1 cycle a flit is left out before msgl; lambda_net/2 is the rate on the other virtual channel of a link, on average over both",
        other=f"({_NET})/2",
    ),
    said(
        "torus.flit-transfer.each",
        "flit_xfer = 1 + lambda_net/2 msgl",
        f"{_APPENDIX}, flit_xfer",
        "lambda_net/2 is the rate on the other virtual channel, for each virtual channel that is used",
        other=f"({_NET})/2",
    ),
    said(
        "torus.latency",
        "L = (1/k^2) sum (x_inj + W_inj) + (D - 1) flit_xfer + 2",
        f"{_APPENDIX}, last equation",
        "against equation 2: of the D + 1 channels behind injection, D between nodes take flit_xfer and the ejection takes 1",
        further="(D - 1)*flit_xfer + 2",
    ),
    said(
        "torus.latency.no-load",
        "L = (1/k^2) sum (x_inj + W_inj) + (D - 1) flit_xfer + 2",
        f"{_APPENDIX}, last equation",
        "the same without load, where flit_xfer is 1",
        further="(D - 1) + 2",
    ),
    *(
        said(f"torus.{name}.dimensions", words, f"{_APPENDIX}, {name}", f"{reading}, in n dimensions", rate=rate)
        for name, words, reading, rate in (
            (
                "lambda_net",
                "lambda_net = lambda_node (k-1)/2 k^n/(k^n - 1)",
                "all messages on a link",
                "(k - 1)/2*k^n/(k^n - 1)",
            ),
            (
                "lambda_new",
                "lambda_new = lambda_node k^(n-1)(k-1)/(k^n - 1)",
                "messages that enter a ring at a node",
                "k^(n - 1)*(k - 1)/(k^n - 1)",
            ),
            (
                "lambda_sw",
                "lambda_sw = lambda_node (k-1)^2/(k^n - 1)",
                "messages that turn from one dimension into the next at a node",
                "(k - 1)^2/(k^n - 1)",
            ),
            (
                "lambda_j",
                "lambda_j = lambda_net for j <= 1, lambda_node k^(n-1)(k(k-1) - j(j-1))/(2(k^n - 1)) for j > 1",
                "messages before the crossing on the link from j",
                "piecewise((k - 1)/2*k^n/(k^n - 1), j <= 1, k^(n - 1)*(k*(k - 1) - j*(j - 1))/(2*(k^n - 1)))",
            ),
        )
    ),
)
