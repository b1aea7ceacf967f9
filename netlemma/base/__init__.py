"""Common ground below the derivations and the explicit networks: texts of names and values, packages that import late."""
