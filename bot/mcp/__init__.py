"""The diary as an MCP server: imported only by `swealog mcp` and where `http.mcp` is on."""

THREAD = "mcp"
"""What is said through MCP is a conversation of its own."""
