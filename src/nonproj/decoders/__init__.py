"""Chart decoders: arc scores in, the best tree of a class out. They know no gold trees."""
