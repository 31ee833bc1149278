"""For authors of engines, monitors and tests: exact motions, and the checks that every engine must pass.

``harness.testing.analytic`` makes motions whose answer is known; ``harness.testing.conformance`` drives an engine;
``--engine fake:SCRIPT`` (``harness.engines.fake``) plays every fault of an engine process.
"""
