"""The styles of coordination: chains, first conjuncts, and how they become one another."""
