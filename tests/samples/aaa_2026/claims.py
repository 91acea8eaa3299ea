"""Claims of the sixth study."""

from studies.judge.catalogue import Measure, Paper, system

paper = Paper("aaa-2026", {"bank": "aaa-bank"})
las = Measure("las", "dev")

paper.claim("AA01", lambda at: at(las, system("swap-eager")) > 80)
