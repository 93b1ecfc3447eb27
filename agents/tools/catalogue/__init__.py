"""The tools, one function in one file each; `agents.tools.registry.discovered` finds them."""
