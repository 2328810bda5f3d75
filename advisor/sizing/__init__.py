"""Sizing: the founding documents' capacity planning, step by step, out of the tables of figures that they print."""
