"""The functions of ``import netlemma as nl``, which the commands call too: they read users' words and ask the layers below."""
