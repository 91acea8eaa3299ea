"""The HTML report of a suite, and documents made from committed reports."""
