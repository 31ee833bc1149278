"""URDF files: text with positions, object model, tree, ghost links, mass properties. Standard library and NumPy only.

:func:`harness.urdf.parse.read_urdf_file` gives the model and what is wrong with the file; ``harness.intake.urdf`` turns
the model into USD.
"""
