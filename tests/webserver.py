"""A local web server with faults on demand, for tests of fetching."""

import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, repeat

ENDLESS = {  # faults: how an answer begins, and what it goes on with
    "endless header": (b"HTTP/1.1 200 OK\r\nX: ", b"x"),
    "endless continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "endless size": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"0"),
}


@dataclass
class Site:
    """Files by path, faults that the next requests of a path meet, and the requests so far.

    Faults: a number is a status; "cut" closes the connection after half of the announced bytes,
    "short" announces nothing and sends half; "elsewhere" answers a range with another range;
    "drip" sends byte after byte; those of ENDLESS never get to the body; any other text is a
    header of the answer, instead of our own."""

    address: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    faults: dict[str, list] = field(default_factory=lambda: defaultdict(list))
    ranges: bool = True
    requests: list[tuple[str, str | None]] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    site: Site

    def log_message(self, *args) -> None:
        """Requests are kept in the site."""

    def do_GET(self) -> None:
        asked = self.headers.get("Range")
        self.site.requests.append((self.path, asked))
        fault = self.site.faults[self.path].pop(0) if self.site.faults[self.path] else None
        if isinstance(fault, int):
            self.send_error(fault)
        elif fault in ENDLESS:
            begin, rest = ENDLESS[fault]
            self._drip(chain([begin], repeat(rest)))
        elif self.path not in self.site.files:
            self.send_error(404)
        else:
            self._send(self.site.files[self.path], asked, fault)

    def _send(self, data: bytes, asked: str | None, fault: str | None) -> None:
        begin = int(asked.removeprefix("bytes=").removesuffix("-")) if asked else 0
        if not self.site.ranges:
            begin = 0
        elif begin >= len(data) > 0:
            self.send_error(416)
            return
        elif fault == "elsewhere":
            begin += 1
        body = data[begin:]
        self.send_response(206 if begin else 200)
        if begin:
            self.send_header("Content-Range", f"bytes {begin}-{len(data) - 1}/{len(data)}")
        if fault and ":" in fault:
            self.send_header(*fault.split(": "))
        elif fault != "short":
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if fault == "drip":
            self._drip(bytes([byte]) for byte in body)
            return
        self.wfile.write(body[: len(body) // 2] if fault in ("cut", "short") else body)

    def _drip(self, pieces: Iterable[bytes]) -> None:
        try:
            for piece in pieces:
                self.wfile.write(piece)
                time.sleep(0.002)
        except OSError:
            self.close_connection = True  # nobody listens any more


@contextmanager
def serving() -> Iterator[Site]:
    site = Site()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("SiteHandler", (Handler,), {"site": site}))
    site.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
