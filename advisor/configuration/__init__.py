"""Find the configuration of a site, load it, and apply it to rules and findings."""
