"""What jobs took, as their logs have it to the end."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from packaging.requirements import Requirement

from release import project
from studies.joblog import collect_times, processor_seconds, versions

JOB = """
import sys, time
from studies.joblog import job_log

def spend(seconds):
    while time.process_time() < seconds:
        sum(range(1000))

with job_log(sys.argv[1]):
    block = bytearray(b"1") * 300_000_000
    del block
    spend(time.process_time() + 0.4)
    print("spent:", time.process_time())
    if "fail" in sys.argv:
        raise ValueError("of the job")
"""


def run(log, *words):
    return subprocess.run([sys.executable, "-c", JOB, str(log), *words], capture_output=True)


def spent(log):
    return float(log.read_text(encoding="utf-8").split("spent: ")[1].split()[0])


def test_a_job_log_has_the_time_and_memory_of_the_whole_job(tmp_path):
    """Its memory is not that of the process that started it."""
    log, held = tmp_path / "logs" / "train" / "one-a.log", bytearray(b"1") * 900_000_000
    assert run(log).returncode == 0
    assert spent(log) - 0.01 <= processor_seconds(log) < spent(log) + 1  # two decimals
    folder = tmp_path / "benchmarks" / "train"
    folder.mkdir(parents=True)
    for name in ("one-a", "ones-a"):
        (folder / f"{name}.tsv").write_text("s\tmax_rss\tcpu_time\n9.5\t1\t0.1\n")
    (folder / "one-b.tsv").touch()  # of a job that did not end
    header, row = collect_times(tmp_path, ["one", "two"]).splitlines()
    name, seconds, megabytes, processor = row.split("\t")
    assert header == "job\tseconds\tmegabytes\tcpu_seconds"
    assert (name, seconds) == ("train/one-a", "9.5")
    assert float(processor) == processor_seconds(log)
    assert 280 < float(megabytes) < 800 < len(held) / 2**20  # of the block that was freed


def test_jobs_that_failed_or_used_an_accelerator_have_no_processor_time(tmp_path):
    log = tmp_path / "one.log"
    assert run(log, "fail").returncode != 0
    assert spent(log) > 0
    assert processor_seconds(log) is None
    assert processor_seconds(Path(tmp_path / "never.log")) is None
    for device, seconds in (("gpu", None), ("cpu", 12)):
        log.write_text(f"device: {device}\nprocessor seconds: 12.00\nmegabytes: 3.00\n")
        assert processor_seconds(log) == seconds


def test_a_log_has_the_version_of_every_library_that_the_project_declares():
    found, extras = versions(), project()["optional-dependencies"]
    for line in (*project()["dependencies"], *extras["neural"], *extras["workflow"]):
        declared = Requirement(line)
        if declared.marker is None or declared.marker.evaluate():
            assert found[declared.name] == version(declared.name)
    assert {"python", "nonproj", "scipy", "matplotlib", "optax"} <= found.keys()
