"""The language of rule conditions: `parse` turns text into a tree, `judge` turns a tree and facts into a verdict."""
