"""The significance level, and the printed form of p-values."""

SIGNIFICANT = 0.05  # p-values below this are significant


def printed_p(p: float, decimals: int = 3) -> str:
    """Format a p-value with "=" or "<", so that it is never zero: "= 0.012", "< 0.001"."""
    least = 10**-decimals
    return f"= {p:.{decimals}f}" if p >= least else f"< {least:.{decimals}f}"
