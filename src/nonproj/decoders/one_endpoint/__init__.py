"""The best 1-Endpoint-Crossing tree: rules as tables, and the chart over them."""
