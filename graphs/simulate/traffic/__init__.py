"""Messages of a simulation: when sources generate them, and for whom."""
