"""What a Domino server's console prints."""
