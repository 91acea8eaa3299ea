"""Wall time and memory of the jobs of the workflow, in one table."""

import csv
import io
from pathlib import Path

COLUMNS = ("s", "max_rss", "cpu_time")  # as Snakemake names seconds, MB and processor seconds


def collect(folder: Path) -> str:
    """One tab-separated row per benchmark file below `folder`, the longest job first."""
    rows = []
    for path in sorted(folder.rglob("*.tsv")):
        with open(path, encoding="utf-8", newline="") as file:
            job = next(csv.DictReader(file, delimiter="\t"), None)
        if job:
            name = path.relative_to(folder).with_suffix("").as_posix()
            rows.append([name, *(job[column] for column in COLUMNS)])
    rows.sort(key=lambda row: -float(row[1]))
    text = io.StringIO()
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerow(["job", "seconds", "megabytes", "cpu_seconds"])
    writer.writerows(rows)
    return text.getvalue()
