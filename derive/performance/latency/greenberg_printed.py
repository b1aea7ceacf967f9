"""The recursions of Greenberg and Guan 1997 as printed, for comparison only.

No derivation and no other model uses them. Terms of channels that do not exist are read as 0; the recursions multiply
each of them by 0.
"""

from fractions import Fraction

import numpy as np

from netlemma.derive.performance.latency.curve_display import ShownCurve
from netlemma.derive.performance.latency.latency_model import Saturation, found_saturation


class _Printed(ShownCurve):
    """Common parts of both recursions: waiting times, the mean over all nodes, and the search for saturation."""

    def __init__(self, k: int, flits: int) -> None:
        self.k, self.flits = k, flits
        self.names: list[str] = []
        self._uses: list[np.ndarray] = []

    def solve(self, loads: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Latency, utilisations (one row for each of ``names``), and whether all of these are less than 1."""
        self.names, self._uses, self._steady = [], [], np.ones(len(loads), dtype=bool)
        found = self._latency(loads)
        return found, np.concatenate(self._uses), self._steady

    def _latency(self, loads: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def _waiting(self, names: list[str], rate: np.ndarray, x: np.ndarray, base: np.ndarray) -> np.ndarray:
        """F_W of equation 4, for channels along the first axis."""
        use = rate * x
        self.names += names
        self._uses.append(use.reshape(len(names), -1))
        self._steady = self._steady & (use.real < 1).reshape(len(names), -1).all(axis=0)
        found = rate * x**2 * (1 + ((x - base) / x) ** 2) / (2 * np.where(self._steady, 1 - use, 1))
        return np.where(self._steady, found, 0)

    def latency(self, loads: np.ndarray) -> np.ndarray:
        """Mean latency in cycles at each load; NaN where saturated."""
        found, _, steady = self.solve(loads)
        return np.where(steady, found, np.nan)

    def sensitivity(self, loads: np.ndarray) -> np.ndarray:
        """Derivative of the latency by the load."""
        step = 1e-200
        return self.latency(loads + 1j * step).imag / step

    def saturation(self) -> Saturation:
        """The load at which the first channel reaches utilisation 1."""

        def state(loads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            _, use, steady = self.solve(loads)
            return use, steady

        self.solve(np.array([1e-9]))
        between = [i for i, name in enumerate(self.names) if not name.startswith("injection")]
        return found_saturation(state, 2 / self.flits, self.names, between)


class PrintedMesh(_Printed):
    """Equations 9, 10 and 12 to 15."""

    def zero_load(self) -> Fraction:
        """Equation 15 without waiting."""
        return self.flits + Fraction(2 * self.k, 3) + 2 - 1

    def _latency(self, loads: np.ndarray) -> np.ndarray:
        k, s = self.k, self.flits + 0 * loads
        j = np.arange(k)[:, None]
        none = np.zeros((k, len(loads)), dtype=s.dtype)
        x, w = none.copy(), none.copy()
        rate = j * (k - j) * k / (k**2 - 1) * loads  # (9), and (10) for each j_1
        for j0 in range(1, k):  # (12)
            x[j0] = s / j0 + (x[j0 - 1] + w[j0 - 1] / (k - j0 + 1)) * (j0 - 1) / j0
            w[j0] = self._waiting([f"<{j0},W>"], rate[j0][None], x[j0][None], s)[0]
        mirror_x, mirror_w = x[::-1], w[::-1]
        y, v = [none], [none]
        for j1 in range(1, k):  # (13), for all j_0
            found = s / (j1 * k)
            found = found + (x + (k * (k - j) - (k - j1)) / (k * (k - j)) * w) * j / (j1 * k)
            found = found + (mirror_x + (k * j + j1) / (k * (j + 1)) * mirror_w) * (k - 1 - j) / (j1 * k)
            found = found + (y[j1 - 1] + v[j1 - 1] / (k - j1 + 1)) * (j1 - 1) / j1
            y.append(found)
            v.append(self._waiting([f"<{j0},{j1},S>" for j0 in range(k)], rate[j1], found, s))
        total = np.zeros(len(loads), dtype=s.dtype)
        for j1 in range(k):  # (14)
            up = k - 1 - j1
            found = (x + (k * (k - j) - 1) / (k * (k - j)) * w) * j / (k**2 - 1)
            found = found + (mirror_x + (k * (1 + j) - 1) / (k * (1 + j)) * mirror_w) * (k - 1 - j) / (k**2 - 1)
            found = found + (y[j1] + (k - j1 - 1) / (k - j1) * v[j1]) * j1 * k / (k**2 - 1)
            found = found + (y[up] + j1 / (1 + j1) * v[up]) * up * k / (k**2 - 1)
            wait = self._waiting([f"injection <{j0},{j1}>" for j0 in range(k)], loads, found, s)
            total = total + (found + wait).sum(axis=0)
        return total / k**2 + 2 * k / 3 + 2 - 1  # (15)


class PrintedTorus(_Printed):
    """Appendix A, for two dimensions."""

    def zero_load(self) -> Fraction:
        """The last equation of the appendix without waiting."""
        return self.flits + Fraction(self.k**2, self.k + 1) - 1 + 2

    def _latency(self, loads: np.ndarray) -> np.ndarray:
        k, n = self.k, 2
        net = loads * (k - 1) / 2 * k**n / (k**n - 1)
        new = loads * k ** (n - 1) * (k - 1) / (k**n - 1)
        switch = loads * (k - 1) ** 2 / (k**n - 1)
        rate = [
            net if j <= 1 else loads * k ** (n - 1) * (k * (k - 1) - j * (j - 1)) / (2 * (k**n - 1)) for j in range(k)
        ]
        flit = 1 + net / 2 * self.flits
        base = flit * self.flits
        x, w = [base], [self._waiting(["<0>"], net[None], base[None], base)[0]]
        for j in range(1, k):
            behind = x[j - 1] + w[j - 1] * new / rate[j - 1]
            x.append((k + j - 3) / (k + j - 1) * behind + 2 / (k + j - 1) * x[0])
            w.append(self._waiting([f"<{j}>"], rate[j][None], x[j][None], base)[0])
        ahead, wait, rates = np.array(x), np.array(w), np.array(rate)
        y = [base / k + (k - 1) / k * (ahead + wait * (1 - switch / (2 * rates)))]
        v = [self._waiting([f"<{j0},0>" for j0 in range(k)], net, y[0], base)]
        for j in range(1, k):
            behind = y[j - 1] + new * v[j - 1] / rate[j - 1]
            y.append((k + j - 3) / (k + j - 1) * behind + 2 * y[0] / (k + j - 1))
            v.append(self._waiting([f"<{j0},{j}>" for j0 in range(k)], rate[j], y[j], base))
        total = np.zeros(len(loads), dtype=base.dtype)
        for j1 in range(k):
            found = (ahead + (1 - loads / rates / (k + 1)) * wait) / (k + 1)
            found = found + (y[j1] + (1 - loads / rate[j1] * k / (k + 1)) * v[j1]) * k / (k + 1)
            entry = self._waiting([f"injection <{j0},{j1}>" for j0 in range(k)], loads, found, base)
            total = total + (found + entry).sum(axis=0)
        return total / k**2 + (k**2 / (k + 1) - 1) * flit + 2
