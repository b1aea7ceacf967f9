"""Run ``netlemma`` and doctests in forks of one process that has imported everything already.

Most of the time of a short command is imports. So the pages of the documentation run theirs here: ``netlemma`` on their
PATH is a script that hands its arguments, folder, environment and standard streams to the server and ends with the exit status that
comes back. Each command is a process of its own, which ends as ``netlemma`` does. What it has from the server are imports, the machine
code of the simulator, and what the commands of ``WARMING`` leave in the memory of the process, such as lemmas derived: a command
runs all proofs again, and measures, judges and simulates by itself.

``command_server.py serve SOCKET`` serves until its standard input is closed; ``ask SOCKET KIND ARGUMENT...`` runs one command, of the
kind ``netlemma`` or ``doctest`` (of one file).
"""

import atexit
import json
import os
import socket
import struct
import sys

LENGTH = struct.Struct("!I")
LOADED = ("doctest", "matplotlib.figure")
PACKAGES = ("netlemma",)
WARMING = (
    "derive ring mean_distance",
    "measure mesh k=2 n=1",
    "simulate mesh k=2 n=1 flits=2 --load 0.01 --cycles 100",
)


def ask(path: str, kind: str, arguments: list[str]) -> int:
    """The exit status of a command that the server runs for this process."""
    asked = json.dumps([kind, arguments, os.getcwd(), dict(os.environ)]).encode()
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(path)
        socket.send_fds(server, [LENGTH.pack(len(asked))], [0, 1, 2])
        server.sendall(asked)
        status = server.recv(1)
    return status[0] if status else 1


def received(connection: socket.socket) -> tuple[list, list[int]]:
    """What is asked for, and its standard streams."""
    head, streams, _, _ = socket.recv_fds(connection, LENGTH.size, 3)
    with connection.makefile("rb") as rest:
        return json.loads(rest.read(*LENGTH.unpack(head))), list(streams)


def run(kind: str, arguments: list[str]) -> int:
    if kind == "doctest":
        import doctest

        sys.path.insert(0, "")
        return int(doctest.testfile(arguments[0], module_relative=False, optionflags=doctest.ELLIPSIS).failed > 0)
    from netlemma.cli import main

    sys.argv = ["netlemma", *arguments]
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def leave(status: int) -> None:
    """End this process as at the end of a program, but for taking apart what the server has imported."""
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def answer(connection: socket.socket) -> int | None:
    """The exit status to end with, in the process of the command; None in the one that waits for it."""
    (kind, arguments, folder, environment), streams = received(connection)
    command = os.fork()
    if command:
        for stream in streams:
            os.close(stream)
        _, ended = os.waitpid(command, 0)
        code = os.waitstatus_to_exitcode(ended)
        connection.sendall(bytes([code if code >= 0 else 128 - code]))
        return None
    connection.close()
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
        os.close(stream)
    # The streams of the server know whether its own files could be sought in.
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, closefd=False)  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    return run(kind, arguments)


def load() -> None:
    """Import all that commands do; what cannot be imported is left to the commands, which say so."""
    import contextlib
    import gc
    import importlib
    import io
    import pkgutil

    for name in LOADED:
        importlib.import_module(name)
    for package in PACKAGES:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                with contextlib.suppress(Exception):
                    importlib.import_module(module.name)
    for words in WARMING:
        with contextlib.redirect_stdout(io.StringIO()):
            sys.modules["netlemma.cli"].app(words.split(), standalone_mode=False)
    gc.collect()
    gc.freeze()  # no fork looks again for garbage here


def serve(path: str) -> int:
    """Answer until standard input ends."""
    import select

    load()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        print("ready", flush=True)
        while listener in select.select([listener, sys.stdin], [], [])[0]:
            connection, _ = listener.accept()
            if not os.fork():
                listener.close()
                status = answer(connection)
                os._exit(0) if status is None else leave(status)
            connection.close()
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    return 0


if __name__ == "__main__":
    role, place, *rest = sys.argv[1:]
    sys.exit(serve(place) if role == "serve" else ask(place, rest[0], rest[1:]))
