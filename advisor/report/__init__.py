"""Report: results as findings, grades and what was left open, masked, ready for any writer."""
