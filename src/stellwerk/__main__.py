"""`python -m stellwerk`: the same as the command `stellwerk`."""

import sys

from stellwerk.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
