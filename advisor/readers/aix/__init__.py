"""What AIX's commands print."""
