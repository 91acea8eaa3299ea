"""Documents in the folder docs that are made from the committed reports."""
