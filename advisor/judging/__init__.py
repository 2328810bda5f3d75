"""Check rules against facts and return results."""
