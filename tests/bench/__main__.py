"""Run the benches named on the command line, or all, and write reports/bench.json."""

import json
import os
import platform
import sys
from pathlib import Path

from tests.bench import annotating, blending, corpora, graphs, neural, parsers, spine

from nonproj.data.files import atomic_write
from studies.joblog import versions

BENCHES = {
    name: bench
    for module in (spine, parsers, blending, graphs, neural, annotating)
    for name, bench in module.BENCHES.items()
}
REPORT = Path("reports/bench.json")


def main() -> None:
    chosen = sys.argv[1:] or list(BENCHES)
    report = {"machine": machine(), "versions": versions(), "corpora": corpora.described()}
    for name in chosen:
        print(f"{name} ...", flush=True)
        report[name] = BENCHES[name]()
        print(json.dumps(report[name], indent=2), flush=True)
    atomic_write(REPORT, json.dumps(report, indent=2) + "\n")
    print(f"wrote {REPORT}")


def machine() -> dict:
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "load_before": os.getloadavg()[0],
        "copy_bandwidth_GB_per_s": spine.copy_bandwidth(),
    }


main()
