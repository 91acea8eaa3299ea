"""Speed, measured: `make bench` runs every bench and writes reports/bench.json."""
