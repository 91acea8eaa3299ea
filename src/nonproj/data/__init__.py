"""Sentences and treebanks as columns: reading, writing, checking, fetching, splitting, generating."""
