"""Chart decoders: from arc scores to the best tree of a class.

They have no access to gold trees."""

NPA_THRESHOLD = 0.3  # Björkelund & Kuhn 2012, footnote 3
