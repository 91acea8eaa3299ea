"""Search for the best 1-Endpoint-Crossing tree under crossing-sensitive third-order scores."""
