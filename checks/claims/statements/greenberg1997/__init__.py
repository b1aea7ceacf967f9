"""Judges of what Greenberg and Guan 1997 print."""

from checks.claims.statements.greenberg1997 import comparison, framework, networks, service, simulated, torus

JUDGES = {
    **framework.JUDGES,
    **service.JUDGES,
    **torus.JUDGES,
    **networks.JUDGES,
    **comparison.JUDGES,
    **simulated.JUDGES,
}
