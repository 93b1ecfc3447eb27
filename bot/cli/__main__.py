"""`python -m bot.cli`: the command `swealog`."""

from bot.cli import main

if __name__ == "__main__":
    main()
