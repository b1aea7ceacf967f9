"""Functions of ``import netlemma as nl``, which the commands also call: they read users' words and call the layers
below.
"""
