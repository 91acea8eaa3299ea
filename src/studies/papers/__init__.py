"""The papers that are reproduced, a folder each."""
