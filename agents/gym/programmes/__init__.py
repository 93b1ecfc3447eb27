"""The programmes that come with the product: one YAML file each (docs/programmes.md)."""
