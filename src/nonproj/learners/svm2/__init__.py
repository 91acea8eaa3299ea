"""The quadratic-kernel SVM in its explicit feature space."""
