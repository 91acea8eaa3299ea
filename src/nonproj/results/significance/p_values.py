"""The significance level."""

SIGNIFICANT = 0.05  # p-values below this are significant
