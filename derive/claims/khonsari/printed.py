r"""The numbered equations as the paper prints them, by locator; bars stand where the scan has them."""

_CHANCE = r"P_{\mathit{block}_{h,i}} = P_{a\&d} P_a^{\varphi_{h,i} - 1}"
_LATENCY = r"S_i = M + i + \sum_{h=1}^{i} B_{h,i}"
_BLOCKING = r"B_{h,i} = \sum_{h=1}^{i} P_{\mathit{block}_{h,i}} w"
_CROSSED = r"\varphi_{h,i} = \sum_{y=0}^{n} (n - y) P_h^y(i)"

PRINTED = {
    "Eq. 1": r"\text{Latency} = (\bar{S} + \bar{W}_s) \bar{V}",
    "Eq. 2": r"\bar{d} = \sum_{i=1}^{d_{\max}} i p_i",
    "Eq. 3": r"d_{\max} = n (k - 1)",
    "Proposition 1": r"F(x) = (1 - x^k)^m (1 - x)^{-m} = (1 + x + x^2 + \dots + x^{k-1})^m",
    "Eq. 4": r"N_q^{q+k-1}(r, m) = \sum_{l=0}^{m} (-1)^l \binom{m}{l} \binom{r - mq - lk + m - 1}{m - 1}",
    "Eq. 5": r"n_i = N_0^{k-1}(i, n) = \sum_{l=0}^{n} (-1)^l \binom{n}{l} \binom{i - lk + n - 1}{n - 1}",
    "Eq. 6": r"p_i = \frac{n_i}{N - 1}",
    "Eq. 7": r"\lambda_c = \frac{\lambda \bar{d}}{n}",
    "Eq. 8": _LATENCY,
    "Eq. 9": r"\bar{S} = \sum_{i=1}^{d_{\max}} p_i S_i",
    "Eq. 10": _BLOCKING,
    "Eq. 8 with Eq. 10": rf"{_LATENCY}, \quad {_BLOCKING}",
    "Eq. 11": _CHANCE,
    "Eq. 11 with Eq. 22": rf"{_CHANCE}, \quad {_CROSSED}",
    "Eq. 12": r"P_a = P_V + \frac{2 P_{V-1}}{\binom{V}{V-1}} + \frac{P_{V-2}}{\binom{V}{V-2}}",
    "Eq. 13": r"P_{a\&d} = P_V + \frac{2 P_{V-1}}{\binom{V}{V-1}}",
    "Eq. 14": r"f(x) = \prod_{l=1}^{m} (x^{q_l} + x^{q_l + 1} + \dots + x^{q_l + k_l - 1})",
    "Eq. 15": r"N_{Q,K}^m(r) = \sum_{j=0}^{2^m - 1} (-1)^{\sum_{l=1}^{m} j_l} "
    r"\binom{m + r - \sum_{l=1}^{m} q_l - 1 - \sum_{l=1}^{m} j_l k_l}{m - 1}",
    "Eq. 16": r"n_{i,h} = N_{0,Z}^{m_I}(h) \quad Z = \{z_1, z_2, \dots, z_{m_I}\}",
    "Eq. 17": r"\mathit{Pass}_h^1(i) = \frac{\sum_{l=1}^{m_I(1)} N_{0,Z'(l)}^{m_I(1)}(h - z_l)}{N_{0,Z}^{m_I}(h)}",
    "Eq. 18": r"\mathit{Pass}_h^2(i) = \frac{\sum_{l_1}^{m_I(2)} \sum_{l_2=l_1+1}^{m_I(2)} "
    r"N_{0,Z'(l_1,l_2)}^{m_I(2)}(h - z_{l_1} - z_{l_2})}{N_{0,Z}^{m_I}(h)}",
    "Eq. 19": r"\mathit{Pass}_h^y(i) = \frac{\sum_{l_1=1}^{m_I(y)} \sum_{l_2=l_1+1}^{m_I(y)} \dots \sum_{l_y=l_{y-1}+1}^{m_I(y)} "
    r"N_{0,Z'(l_1,l_2,\dots,l_y)}^{m_I(y)}(h - \sum_{i=1}^{y} z_{l_i})}{N_{0,Z}^{m_I}(h)}",
    "Eq. 20": r"I'_i = \begin{cases} 0 & i = l_1 \text{ or } i = l_2 \text{ or } \dots \text{ or } i = l_y \\ "
    r"I_i - 1 & \text{otherwise} \end{cases}",
    "Eq. 21": r"P_h^y(i) = \sum_{x=1}^{n_i} \mathit{Pass}_h^y(i_x)",
    "Eq. 22": _CROSSED,
    "Eq. 23": r"w = \frac{\rho \bar{S} (1 + C_S^2)}{2 (1 - \rho)}",
    "Eq. 24": r"\rho = \lambda_c \bar{S}",
    "Eq. 25": r"C_S^2 = \frac{\sigma_S^2}{\bar{S}^2}",
    "Eq. 26": r"w = \frac{\lambda_c \bar{S}^2 \left(1 + \frac{(\bar{S} - M)^2}{\bar{S}^2}\right)}{2 (1 - \lambda_c \bar{S})}",
    "Eq. 27": r"W_s = \frac{\frac{\lambda}{V} \bar{S}^2 \left(1 + \frac{(\bar{S} - M)^2}{\bar{S}^2}\right)}"
    r"{2 \left(1 - \frac{\lambda}{V} \bar{S}\right)}",
    "Eq. 28": r"P_v = \begin{cases} \frac{1}{\sum_{i=0}^{V} Q_i} & v = 0 \\ P_0 Q_v & 1 \le v \le V \end{cases}",
    "Eq. 29": r"Q_v = \begin{cases} (\lambda_c \bar{S})^v & 0 \le v \le V - 1 \\ "
    r"\frac{(\lambda_c \bar{S})^V}{1 - \lambda_c \bar{S}} & v = V \end{cases}",
    "Eq. 30": r"\bar{V} = \frac{\sum_{v=1}^{V} v^2 P_v}{\sum_{v=1}^{V} v P_v}",
}
