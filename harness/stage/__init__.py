"""What a USD stage says, read once into plain data."""
