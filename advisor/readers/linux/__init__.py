"""What Linux tells of limits, services, memory and load."""
