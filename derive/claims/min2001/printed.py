r"""The numbered equations as the paper prints them, by locator or by key; long ones are broken into lines here, not there.

The scan has the lower line of the binomial of equation 26 elsewhere, and a capital V on the left of equation 29, which defines v.
"""

_APART = r"\frac{2 (\mu_1 - \mu_2)^2 \sigma_1 \sigma_2}{(\sigma_1 + \sigma_2)^2 (\mu_1 \sigma_2 + \mu_2 \sigma_1)}"
_RATE = r"\frac{\mu_1 \sigma_2 + \mu_2 \sigma_1}{\sigma_1 + \sigma_2}"
_E = r"e^{-(\sigma_1 + \sigma_2) t}"


def _ratio(of: str) -> str:
    return rf"\frac{{Var[N_{of}(t)]}}{{E[N_{of}(t)]}}"


PRINTED = {
    "Eq. 1": r"\text{Latency} = (\bar{t} + \bar{w}_s) \bar{v}",
    "Eq. 2": r"\bar{k} = \begin{cases} k/4 & \text{if } n \text{ is even} \\ (k - 1/k)/4 & \text{if } n \text{ is odd} \end{cases}",
    "Eq. 3": r"d = 2 \bar{k}",
    "Eq. 4": r"t = m + d + b",
    "Eq. 5": r"b = \sum_{i=0}^{d} P_{b_i} w_b",
    "Eq. 6": r"T^{*}(s) = \int_{0}^{\infty} e^{-sx} dT(x) = M^{*}(s) e^{-sd} B^{*}(s)",
    "Eq. 7": r"\mathbf{Q}_s = \begin{bmatrix} -\sigma_1 & \sigma_1 \\ \sigma_2 & -\sigma_2 \end{bmatrix}, "
    r"\ \Lambda_s = \begin{bmatrix} \mu_1 & 0 \\ 0 & \mu_2 \end{bmatrix}",
    "Eq. 8": rf"E[N_s(t)] = {_RATE} t",
    "Eq. 9": rf"\lambda_s = \frac{{E[N_s(t)]}}{{t}} = {_RATE}",
    "Eq. 10": rf"\begin{{aligned}} {_ratio('s')} = {{}} & 1 + {_APART} \\ & - \frac{{2 \sigma_1 \sigma_2 (\mu_1 - \mu_2)^2 (1 - {_E})}}"
    r"{(\sigma_1 + \sigma_2)^3 (\mu_1 \sigma_2 + \mu_2 \sigma_1) t} \end{aligned}",
    "Eq. 11": rf"\lim_{{t \to \infty}} {_ratio('s')} = 1 + {_APART}",
    "Eq. 12, first line": r"\begin{aligned} E[(N_s(t) - E[N_s(t)])^5] = {} & g^{(5)}(1, t) - E[N_s(t)] (E[N_s(t)] - 1) \\ "
    r"& \left(\frac{3 Var[N_s(t)]}{E[N_s(t)]} + E[N_s(t)] - 2\right) \end{aligned}",
    "Eq. 12, second line": r"\begin{aligned} g^{(3)}(1, t) = {} & \frac{6}{\sigma_1 + \sigma_2} "
    r"\left[\frac{A_{11}}{6} t^3 + \frac{A_{21}}{2} t^2 + A_{31} t \right. \\ & \left. "
    rf"{{}} + A_{{12}} t {_E} + A_{{41}} (1 - {_E})\right] \end{{aligned}}",
    "Eq. 13": r"n_s = \frac{Nd}{4N} = \frac{\bar{k}}{2}",
    "Eq. 14": r"\lambda_c = n_s \lambda_s",
    "Eq. 15": f"{_ratio('c')} = {_ratio('s')}",
    "Eq. 16": rf"\lim_{{t \to \infty}} {_ratio('c')} = \lim_{{t \to \infty}} {_ratio('s')}",
    "Eq. 17": r"E[(N_c(t) - E[N_c(t)])^3] = n_s E[(N_s(t) - E[N_s(t)])^3]",
    "Eq. 18": r"\mathbf{Q}_c = \begin{bmatrix} -\delta_1 & \delta_1 \\ \delta_2 & -\delta_2 \end{bmatrix}, "
    r"\ \Lambda_c = \begin{bmatrix} \lambda_1 & 0 \\ 0 & \lambda_2 \end{bmatrix}",
    "Eq. 19, first line": r"\bar{w}_v = \frac{1}{2 (1 - \rho)} \left[2 \rho + \lambda_c \bar{t}^{(2)} - 2 \bar{t} "
    r"((1 - \rho) \mathbf{g} + \bar{t} \pi \Lambda_c) (\mathbf{Q}_c + \mathbf{e} \pi)^{-1} \tilde{\lambda}\right]",
    "Eq. 19, second line": r"\bar{w}_b = \frac{1}{\rho} \left(\bar{w}_v - \frac{1}{2} \lambda_c \bar{t}^{(2)}\right)",
    "waiting.utilisation": r"\rho = \bar{t} \lambda_c",
    "waiting.states": r"\pi = \frac{1}{\delta_1 + \delta_2} (\delta_2, \delta_1)",
    "Eq. 20": r"B(x) = \beta e^{-\beta x} \qquad (\alpha > 0)",
    "Eq. 21": r"B^{*}(s) = \frac{\beta}{s + \beta}",
    "Eq. 22": r"\beta = 1/\bar{b}",
    "Eq. 23": r"P_{\theta_i} = \begin{cases} 0 & 0 \le i < \bar{k} \\ 2/(d - i + 1) & \bar{k} \le i < d \end{cases}",
    "Eq. 24": r"P_{b_i} = P_{\theta_i} P_{a\&b} + (1 - P_{\theta_i}) P_a P_{a\&b}",
    "Eq. 25": r"P_a = P_V + \frac{2 P_{V-1}}{\binom{V}{V-1}} + \frac{P_{V-2}}{\binom{V}{V-2}}",
    "Eq. 26": r"P_{a\&b} = P_V + \frac{2 P_{V-1}}{\binom{V}{V-1}}",
    "Eq. 27": r"q_{\varphi} = \begin{cases} 1 & \varphi = 0 \\ q_{\varphi - 1} \lambda_c \bar{t} & 0 < \varphi < V \\ "
    r"q_{\varphi - 1} \lambda_c/(1/\bar{t} - \lambda_c) & \varphi = V \end{cases}",
    "Eq. 28": r"P_{\varphi} = \begin{cases} 1/\sum_{l=0}^{V} q_l & \varphi = 0 \\ P_{\varphi - 1} \lambda_c \bar{t} & 0 < \varphi < V \\ "
    r"P_{\varphi - 1} \lambda_c/(1/\bar{t} - \lambda_c) & \varphi = V \end{cases}",
    "Eq. 29": r"\bar{v} = \frac{\sum_{\varphi=0}^{V} \varphi^2 P_{\varphi}}{\sum_{\varphi=0}^{V} \varphi P_{\varphi}}",
}
