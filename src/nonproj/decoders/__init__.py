"""Chart decoders: arc scores in, the best tree of a class out. They know no gold trees."""

NPA_THRESHOLD = 0.3  # Björkelund & Kuhn 2012, footnote 3
