"""What tells of volumes."""
