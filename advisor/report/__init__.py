"""Report: results in; findings, grades and what was left open out, masked, ready for any writer."""
