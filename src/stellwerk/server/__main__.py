"""`python -m stellwerk.server serve|admin …`: the same commands without the rest of the command line."""

import argparse
import sys

from stellwerk.server.commands import register


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m stellwerk.server")
    register(parser.add_subparsers(dest="command", metavar="COMMAND", required=True))
    args = parser.parse_args()
    code: int = args.run(args)
    return code


if __name__ == "__main__":
    sys.exit(main())
