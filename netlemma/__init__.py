"""The face of netlemma: command line, report and figures. It computes nothing of its own."""

__version__ = "0.1.0"
