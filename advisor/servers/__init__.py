"""Servers: the paths of the command line in, the servers of the run with their files' facts out."""
