"""Capacity planning by the method of the founding documents and their tables of figures."""
