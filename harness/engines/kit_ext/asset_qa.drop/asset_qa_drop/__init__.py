"""Extension of Isaac Sim: run asset-qa on the open stage."""

from .extension import AssetQaExtension

__all__ = ["AssetQaExtension"]
