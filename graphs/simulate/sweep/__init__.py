"""Sweeps: many simulations of wormhole switching in parallel, on this machine or on a Dask cluster, with results in an
SQLite file.

A *point* is one simulation with all of its parameters. A point's numbers depend on these alone: not on the worker, the
order, or interruptions of the sweep. Each is stored as it arrives, so a sweep that was killed can be continued."""

from netlemma.errors import SweepError
from netlemma.graphs.simulate.sweep.planning import plan
from netlemma.graphs.simulate.sweep.rows import SweepPoint, summaries
from netlemma.graphs.simulate.sweep.running import run_sweep, sweep
from netlemma.graphs.simulate.sweep.store import Store

__all__ = ["Store", "SweepError", "SweepPoint", "plan", "run_sweep", "summaries", "sweep"]
