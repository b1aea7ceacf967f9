r"""The displayed equations as the paper prints them, by locator or by key."""

_BOUND = r"X_0 < \frac{1}{V_b S_b}, \quad V_b S_b = \max_{i} V_i S_i"
_QUANTUM = r"\frac{S_{PE}}{S_{CL}} = \frac{\max \{V_{CL}^1, \dots, V_{CL}^T\}}{V_{PE}} = K \cdot \max \{V_{CL}^1, \dots, V_{CL}^K\}"
_AVERAGE = (
    r"\frac{\sum_{k=0}^{w-1} \min \{k, w - k\}}{w} = \begin{cases} "
    r"\frac{2 \sum_{k=0}^{\lfloor \frac{w}{2} \rfloor} k - \frac{w}{2}}{w} = \frac{w}{4} & w \text{ even} \\ "
    r"\frac{2 \sum_{k=0}^{\lfloor \frac{w}{2} \rfloor} k}{w} = \frac{w^2 - 1}{4w} & w \text{ odd} \end{cases}"
)

PRINTED = {
    "mean-path-length": r"L = \sum_{\mathrm{links}} V_i",
    "V_PE": r"V_{PE} = \frac{1}{K}",
    "toroid.one-dimension": _AVERAGE,
    "text, Definitions and Assumptions, Eq. (1)": _BOUND,
    "text, Comparing Interconnection Networks, Eq. (2)": r"X_0 < \frac{1}{\max \left\{V_{PE} S_{PE}, V_{CL}^1 S_{CL}, \dots, "
    r"V_{CL}^T S_{CL}\right\}}",
    "quantum": _QUANTUM,
    "ring.limit": r"X_0 < \lim_{K \to \infty} \left[\frac{1}{\max \left\{\frac{S_{PE}}{K}, \frac{S_{CL} (K + 1)}{4K}\right\}}\right] "
    r"= \lim_{K \to \infty} \frac{4K}{S_{CL} (K + 1)} = \frac{4}{S_{CL}}",
    "R0": r"R_0 = \sum_{i} V_i S_i",
    "text, Bounds for Finite Workloads, Eq. (4)": r"X_0(N) \le \frac{N}{R_0}",
    "text, Bounds for Finite Workloads, Eq. (5)": r"X_0(N) \le \min \left\{\frac{N}{R_0}, \frac{1}{V_b S_b}\right\}",
    "N_star": r"N^* = \frac{R_0}{V_b S_b} = \sum_{i} \frac{V_i S_i}{V_b S_b} \le \text{number of devices}",
    "N_star.devices": r"N^* = \frac{R_0}{V_b S_b} = \sum_{i} \frac{V_i S_i}{V_b S_b} \le \text{number of devices}",
}
