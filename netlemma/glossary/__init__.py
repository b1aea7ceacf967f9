"""Words of the field, explained."""
