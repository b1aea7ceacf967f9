"""Sweeps: many simulations of wormhole switching in parallel, on this machine or on a Dask cluster, with results in an
SQLite file.

A *point* is one simulation with all of its parameters. A point's numbers depend on these alone: not on the worker, the
order, or interruptions of the sweep. Each is stored as it arrives, so a sweep that was killed can be continued."""

from graphs.sweep.errors import SweepError
from graphs.sweep.planning import plan
from graphs.sweep.point import SweepPoint
from graphs.sweep.running import run_sweep, sweep
from graphs.sweep.store import Store
from graphs.sweep.summary import summaries

__all__ = ["Store", "SweepError", "SweepPoint", "plan", "run_sweep", "summaries", "sweep"]
