"""Raw text: tokenizers that are trained on treebanks, and text that is already split into words."""
