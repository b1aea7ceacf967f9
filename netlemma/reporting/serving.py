"""A written report shown in the browser of this machine."""

import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from netlemma.errors import InputError

HOST = "127.0.0.1"


def served(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server of the files of a folder, for this machine alone; it serves once it is told to."""
    if not (folder / "index.html").is_file():
        raise InputError(f"{folder} has no report: write one with netlemma report -o {folder}")
    try:
        return ThreadingHTTPServer((HOST, port), partial(SimpleHTTPRequestHandler, directory=str(folder)))
    except (OSError, OverflowError) as error:
        raise InputError(f"port {port} cannot be used: {error}") from None


def serve(folder: str | Path = "out", *, port: int = 0, browser: bool = True) -> None:
    """Serve a written report on this machine until it is interrupted, and open the browser.

    Parameters
    ----------
    folder : str or Path, default "out"
        Folder of the report.
    port : int, default 0
        Port; any free one if 0.
    browser : bool, default True
        Whether the browser is opened.

    Raises
    ------
    InputError
        If the folder has no report, or the port cannot be used.
    """
    with served(Path(folder), port) as server:
        address = f"http://{HOST}:{server.server_port}/"
        print(f"{address} shows {folder}; Ctrl-C stops", flush=True)
        if browser:
            webbrowser.open(address)
        server.serve_forever()
