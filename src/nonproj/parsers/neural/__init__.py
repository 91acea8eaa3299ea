"""Neural parsers: a BiLSTM computes word vectors, from which a decoder's scores are computed."""
