"""Everything durable: entities, the repository (all SQL), schema and migrations, the vault projection."""
