"""Parse and evaluate rule conditions: `parse` returns a tree, `judge` returns its verdict for known values."""
