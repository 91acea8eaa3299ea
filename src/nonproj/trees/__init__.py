"""Trees as arrays of heads: projectivity, its measures, and transformations with inverses."""
