"""The commands of `swealog`, one module a subject; heavy imports stay inside the commands."""
