"""Feature extraction and classifiers."""
