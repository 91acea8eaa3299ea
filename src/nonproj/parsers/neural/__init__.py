"""Neural parsers: BiLSTM vectors of words, scored for decoders that search a class of trees."""
