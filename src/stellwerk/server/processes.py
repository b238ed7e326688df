"""How processes of their own are started: forked by one that has read the rules and has no threads."""

import sys
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import ForkServerContext, SpawnContext

from stellwerk.engine.registry import modules


def fresh_processes() -> ForkServerContext | SpawnContext:
    """Return what starts processes without our threads, which do not survive a fork.

    The first one has to read the rules; those after it have them at once. Where nothing can be forked,
    each reads them anew.
    """
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    # What could be imported here can be there: a title that cannot would take all processes with it.
    ours = ("stellwerk.server.upload_checks", "stellwerk.server.thinking")
    read = [name for name in (*ours, *modules()) if name in sys.modules]
    context.set_forkserver_preload(read)
    return context
