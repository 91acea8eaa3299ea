"""Neural parsers: BiLSTM word vectors give scores for decoders that search a class of trees."""
