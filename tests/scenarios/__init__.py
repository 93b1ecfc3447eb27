"""Messages that travel through the real bot over real HTTP."""
