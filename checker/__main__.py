"""The command. Little is imported here, so that Ctrl-C is met from the first moment on."""

import gc
import sys


def main() -> int:
    # What a run loads and learns it keeps: looking through it for cycles again and again is a tenth of a short run.
    gc.set_threshold(20_000, 20, 20)
    try:
        from checker import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130
    finally:
        gc.freeze()  # nor is it looked through at the end


if __name__ == "__main__":
    sys.exit(main())
