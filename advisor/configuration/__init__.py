"""The configuration of a site: find it, load it, and apply it to rules and findings."""
