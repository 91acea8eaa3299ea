"""`python -m nonproj` is `nonproj`."""

from nonproj.cli import main

main()
