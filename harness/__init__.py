"""asset-qa: drop simulation assets with PhysX and say, with evidence, whether they behave."""

__all__ = ["__version__"]

__version__ = "0.1.0"
