"""Variants of URDF robots: links and joints changed together, in the text of the file and nowhere else.

:class:`harness.vary.link_and_joint.LinkAndJointModifier` changes lengths, :mod:`harness.vary.single` one aspect at a
time; :func:`harness.vary.modifiers.modify` applies them to a text, :mod:`harness.vary.plan` reads many changes from
YAML, and :mod:`harness.vary.write` writes the files.
"""
