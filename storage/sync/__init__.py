"""What is stored goes to targets outside: an outbox written by triggers, a folder, a Git repository.

Imported only where the section `sync` names a target.
"""
