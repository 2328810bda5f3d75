"""Turn the paths of the command line into the servers of the run, with the facts from their files."""
