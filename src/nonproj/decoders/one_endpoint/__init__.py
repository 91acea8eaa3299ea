"""Search for the best 1-Endpoint-Crossing tree: deduction rules as tables, and a chart."""
