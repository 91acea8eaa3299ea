"""Parts of trees scored from the vectors of words, and the best trees by these scores."""
