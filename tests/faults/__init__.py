"""What goes wrong outside the program, on purpose: `make faults`.

Each fault ends in a clear message, and a later run in the right bytes."""
