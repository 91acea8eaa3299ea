"""Trees as arrays of heads: heads[d] is the head of node d, and heads[0] is -1."""
