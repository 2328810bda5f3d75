"""Workers: processes of this machine, or of a Dask scheduler, that share a run. The report is the same without them."""
