"""Neural parsers: a BiLSTM computes word vectors, which give the scores for a decoder."""
