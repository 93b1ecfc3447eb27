"""What can be logged: the Domain model, the registry and one YAML file a domain."""
