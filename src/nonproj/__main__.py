"""The program: `nonproj`, or `python -m nonproj`."""

import sys

INTERRUPTED = 130  # the exit status that shells give to a program that was interrupted


def main() -> None:
    """Run the command line; end quietly if interrupted, even while its modules are imported."""
    try:
        from nonproj.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
