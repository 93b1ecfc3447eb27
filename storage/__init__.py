"""Everything durable: entities, the stores (all SQL), schema and migrations, the vault projection."""
