"""The channels of a simulation by number, with the paths or the choices of a routing."""
