"""Templates of coaches that change by talking about them: how versions did, sessions, replays."""
