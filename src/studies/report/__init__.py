"""Tables, figures and the HTML report: the only place where counts become percentages."""
