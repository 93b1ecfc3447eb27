"""The tools, one file a thing that they are about; `agents.tools.registry.discovered` finds them."""
