"""Equations 1 to 8 and 11: latency, waiting and service times of any network."""

from derive.claims.greenberg1997.words import said

_WAIT = "rate*x^2/(2*(1 - rate*x))*(1 + (x - s)^2/x^2)"

STATEMENTS = (
    said(
        "framework.latency",
        "L_j = W_inj,j + x_inj,j + D - 1",
        "Eq. 1",
        "without waiting x_inj is s/f = s: the time from a worm's first move until its last flit is consumed, moved flit by flit",
        latency="s + D - 1",
    ),
    said(
        "framework.mean-latency",
        "L = (1/N) sum_j (W_inj,j + x_inj,j) + D - 1",
        "Eq. 2",
        "the mean of equation 1 over sources, D being the mean over all routes, injection and ejection channels included",
    ),
    said(
        "framework.waiting",
        "W_j = lambda_j x_j^2/(2(1 - lambda_j x_j)) [1 + (x_j - s/f)^2/x_j^2]",
        "Eq. 4",
        "the mean wait in an M/G/1 queue with service time of mean x and standard deviation x - s/f",
        waiting=_WAIT,
    ),
    said(
        "framework.blocking",
        "P_i|j = 1 - lambda_i/lambda_j R_i|j",
        "Eq. 6",
        "the share of the messages on channel j that come from other channels than i",
        blocking="1 - rate_i/rate_j*R",
    ),
    said(
        "framework.service",
        "x_i = sum_j [x_j + (1 - lambda_i/lambda_j R_i|j) W_j] R_i|j",
        "Eq. 7",
        "equation 3 with equation 5 and 6 in it, term by term",
        blocked="(x + w)*R",
        wait="P*W",
        probability="1 - rate_i/rate_j*R",
        service="(x + (1 - rate_i/rate_j*R)*W)*R",
    ),
    said(
        "framework.ends",
        "lambda_inj = lambda_ej = lambda_node",
        "Eq. 8",
        "at every node, also of the torus",
        rate="1",
    ),
    said(
        "framework.ejection",
        "x_ej = s/f",
        "Eq. 11",
        "assumption 4: messages are consumed at one flit per step, without waiting",
        service="s",
    ),
    said(
        "framework.ejection-waiting",
        "we retain the simplification of omitting waiting time for ejection channels, which is relatively insignificant",
        "text, Section 2, footnote 1",
        "with equation 4 for ejection channels too, latencies of the networks of figures 5 and 6 change by less than a twentieth up "
        "to four fifths of the load of saturation",
        share="1/20",
        load="4/5",
    ),
    said(
        "framework.order",
        "the service times are resolved in the order of low dimensions followed by high dimensions",
        "text, Section 2",
        "of 2 dimensions, y first: x channels depend on no y channel; on mesh and torus",
    ),
)
