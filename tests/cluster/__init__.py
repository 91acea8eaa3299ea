"""A real Slurm of one node: `make cluster-test`."""
