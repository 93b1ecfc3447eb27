"""Coaches: each watches a goal or topic of one person, keeps a report and proposes; nothing else."""
