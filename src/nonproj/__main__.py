"""Entry point of the `nonproj` program and of `python -m nonproj`."""

import sys

INTERRUPTED = 130  # the exit status that shells report for an interrupted program


def main() -> None:
    """Run the command line; exit quietly on an interrupt, even while modules are still loading."""
    try:
        from nonproj.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
