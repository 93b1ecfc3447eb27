"""The machine, its steps, the nine agents and the engines they run on."""
