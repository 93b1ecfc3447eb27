"""Changes that are proposed to a person: what they are, what may be proposed, and a set of them kept."""
