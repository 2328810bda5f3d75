"""Configuration: what a site has decided, out of domlint.toml."""
