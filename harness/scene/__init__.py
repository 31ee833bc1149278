"""The blue room: where an asset is dropped. Pure specification, placement maths, and the USD writer."""
