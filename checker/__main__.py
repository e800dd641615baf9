"""The command. Little is imported here, so that Ctrl-C is met from the first moment on."""

import sys


def main() -> int:
    try:
        from checker import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
