"""What tools of RAID controllers print."""
