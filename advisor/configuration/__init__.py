"""Configuration: what a site has decided: found, loaded, and what follows from it for rules and findings."""
