"""The diary as an MCP server: imported only by `swealog mcp` and where `http.mcp` is on."""
