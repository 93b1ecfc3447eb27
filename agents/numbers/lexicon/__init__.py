"""What languages call numbers, days, units and relations: one YAML file a language."""
