"""A quadratic-kernel SVM, trained in its explicit feature space."""
