"""Tools of MCP servers of a person's own: connected while they are needed, offered by the one registry."""
