"""Neural parsers: a BiLSTM computes word vectors, from which the decoder's scores are computed."""
