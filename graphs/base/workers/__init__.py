"""Work on many keys at once: by processes of this machine, or by the workers of a Dask cluster."""
