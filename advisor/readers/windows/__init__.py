"""What Windows' own commands tell of disks, volumes and the machine."""
