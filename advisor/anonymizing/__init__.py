"""Replace the names of servers, people and networks in files, so that the files can be given away."""
