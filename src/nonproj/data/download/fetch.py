"""Downloads of the files in the manifest: verified, resumable and atomic.

Files come from a mirror or from the network. A file is identified by its git blob hash: sha1("blob
SIZE\\0" + bytes)."""

import hashlib
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import BinaryIO
from urllib.parse import unquote, urlsplit

import requests
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

from nonproj.data.download.manifest import Manifest, ManifestFile, load_manifest
from nonproj.data.files import atomic_path, atomic_write, errors_name, move_into_place
from nonproj.errors import NonprojError
from nonproj.machine import lock

MIRROR_VARIABLE = "NONPROJ_MIRROR"
DOWNLOAD_CHUNK = 1 << 16  # bytes
LARGEST_FILE = 1 << 30  # maximum bytes of a file if the manifest does not give its size


class NotAvailableError(NonprojError):
    """An error for a file that neither the mirror nor its URL provides."""


class WrongContentError(NonprojError):
    """An error for a file that differs from the version in the manifest."""


class _UnreachableError(Exception):
    """An error for a source that did not deliver a file; another source may still have the file."""


@dataclass(frozen=True)
class Patience:
    attempts: int = 4
    first_wait: float = 0.5  # seconds, doubled before each further attempt
    timeout: tuple[float, float] = (10.0, 60.0)  # maximum seconds to connect, and between two bytes
    longest: float = 3600.0  # seconds for a file, including all attempts


def fetch(
    treebank: str,
    split: str,
    destination: str | Path,
    mirror: str | None = None,
    manifest: Manifest | None = None,
    patience: Patience = Patience(),
) -> None:
    """Write a split of a treebank to `destination`, joining its parts in order.

    `mirror` (by default $NONPROJ_MIRROR) is tried first. It is a folder or an http(s) address that
    contains each file under the HOST/PATH of its URL. Verified files are not fetched again, and
    interrupted downloads are resumed. If several processes want to write to the same destination,
    they take turns."""
    _fetch((manifest or load_manifest()).parts_of(treebank, split), destination, mirror, patience)


def fetch_sources(treebank: str, folder: str | Path, mirror: str | None) -> list[Path]:
    """Fetch the texts or the archive from which the splits of a treebank are made (see `fetch`)."""
    paths = []
    for part in load_manifest().sources(treebank):
        paths.append(Path(folder) / unquote(urlsplit(part.url).path.rpartition("/")[2]))
        _fetch((part,), paths[-1], mirror, Patience())
    return paths


def _fetch(
    parts: Sequence[ManifestFile], destination: str | Path, mirror: str | None, patience: Patience
) -> None:
    """Fetch the parts and write them to `destination`, one after the other."""
    destination = Path(destination)
    prefixes = [*_mirror_prefix(mirror), None]
    destination.parent.mkdir(parents=True, exist_ok=True)
    with _alone(destination) as own:
        if is_complete(destination, parts):
            return
        scratches = [
            destination.with_name(f".{destination.name}.{i}{own}.part") for i in range(len(parts))
        ]
        for part, scratch in zip(parts, scratches, strict=True):
            _obtain(part, scratch, prefixes, patience)
        if len(parts) == 1:
            move_into_place(scratches[0], destination)
        else:
            _concatenate(parts, scratches, destination)


@contextmanager
def _alone(destination: Path) -> Iterator[str]:
    """Lock the destination, waiting first for any other process that is writing to it.

    A lock is released when its process ends. If the file system does not support locks, yield a
    suffix that makes scratch files unique; otherwise, yield ""."""
    path = destination.with_name(f".{destination.name}.lock")
    while True:
        with open(path, "ab") as file:
            if not lock(file):
                break
            if not path.exists() or not os.path.samestat(os.fstat(file.fileno()), path.stat()):
                continue  # the process that held the lock has removed it
            try:
                yield ""
            finally:
                path.unlink()
            return
    path.unlink(missing_ok=True)
    yield f".{secrets.token_hex(8)}"


def _mirror_prefix(mirror: str | None) -> list[str]:
    prefix = os.environ.get(MIRROR_VARIABLE, "") if mirror is None else str(mirror)
    if prefix and not _is_address(prefix) and not Path(prefix).is_dir():
        raise NonprojError(f"mirror {prefix!r}: there is no such folder")
    return [prefix] if prefix else []


def _is_address(source: str) -> bool:
    return source.startswith(("http://", "https://"))


def _obtain(
    part: ManifestFile, scratch: Path, prefixes: Sequence[str | None], patience: Patience
) -> None:
    """Get the file from the first source that has it, write it to `scratch`, and verify it."""
    if scratch.is_file() and _hash_of(scratch) == part.git_blob_sha1:
        return
    failures = []
    for prefix in prefixes:
        source = _source(part.url, prefix)
        try:
            if _is_address(source):
                _download(source, scratch, part, patience)
            else:
                _copy(Path(source), scratch, part)
            return
        except _UnreachableError as error:
            failures.append(f"{error} at {source}" if prefix else str(error))
    raise NotAvailableError(f"{_expectation(part)}; found {', '.join(failures)}")


def _source(url: str, prefix: str | None) -> str:
    if prefix is None:
        return url
    host, path = urlsplit(url).netloc, urlsplit(url).path
    return prefix.rstrip("/") + "/" + host + (path if _is_address(prefix) else unquote(path))


def _copy(source: Path, scratch: Path, part: ManifestFile) -> None:
    if not source.is_file():
        raise _UnreachableError("no file")
    shutil.copyfile(source, scratch)
    _verify(scratch, part, str(source))


def _within(seconds: float, scratch: Path, work: Callable[[Event], None]) -> None:
    """Do the work in a thread, and stop waiting for it after some time.

    A socket's timeout is not enough, because the timeout restarts with every byte. The work must
    leave the file alone once the event is set: its thread may still wait for the server."""
    late, errors = Event(), []

    def run() -> None:
        try:
            work(late)
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        thread.join(seconds)
    finally:  # also if the user interrupts the program
        late.set()
    if thread.is_alive():
        raise _UnreachableError(f"{_size(scratch)} bytes after {seconds:.0f} seconds")
    if errors:
        raise errors[0]


def _stop_if(late: Event) -> None:
    if late.is_set():
        raise _UnreachableError("too late")


def _size(scratch: Path) -> int:
    return scratch.stat().st_size if scratch.is_file() else 0


def _download(url: str, scratch: Path, part: ManifestFile, patience: Patience) -> None:
    """Download and verify a file, or raise an error without leaving an empty file."""
    try:
        work = partial(_try_often, url, scratch, part, patience)
        _within(patience.longest, scratch, work)
    finally:
        if scratch.is_file() and not _size(scratch):
            scratch.unlink()


def _try_often(
    url: str, scratch: Path, part: ManifestFile, patience: Patience, late: Event
) -> None:
    """Try repeatedly to complete the file; each attempt resumes after the bytes already on disk."""
    failure: Exception = _UnreachableError("no attempt")
    for attempt in range(patience.attempts):
        if attempt:
            time.sleep(patience.first_wait * 2 ** (attempt - 1))
        offset = _size(scratch)
        try:
            _request(url, scratch, offset, part, patience, late)
            _verify(scratch, part, url)
            return
        except requests.RequestException as error:
            status = getattr(error.response, "status_code", None)
            if offset and status == requests.codes.requested_range_not_satisfiable:
                scratch.unlink()  # a longer file, which must be left over from a different download
                continue
            reason, again = _judged(error, attempt)
            failure = _UnreachableError(reason)
            if not again:
                break
        except WrongContentError as error:
            failure = error
            if offset == 0 and not scratch.is_file():
                break  # otherwise, earlier bytes may be wrong or later bytes missing
        except (HTTPError, ValueError) as error:  # a break in the transfer, or malformed headers
            failure = _UnreachableError(f"a broken transfer ({type(error).__name__})")
    raise failure


def _request(
    url: str, scratch: Path, offset: int, part: ManifestFile, patience: Patience, late: Event
) -> None:
    """Append to the scratch file, or start over if the server sends the whole file."""
    headers = {"Accept-Encoding": "identity"}  # otherwise offsets would count compressed bytes
    if offset:
        headers["Range"] = f"bytes={offset}-"
    with requests.get(url, stream=True, timeout=patience.timeout, headers=headers) as response:
        response.raise_for_status()
        if response.status_code not in (requests.codes.ok, requests.codes.partial_content):
            raise requests.RequestException(response=response)
        begin = response.headers.get("Content-Range", "").partition("-")[0]
        limit = part.bytes or LARGEST_FILE
        mode = "ab" if begin == f"bytes {offset}" else "wb"
        _stop_if(late)
        with open(scratch, mode, buffering=0) as file:
            while chunk := response.raw.read1(DOWNLOAD_CHUNK):
                _stop_if(late)
                with errors_name(scratch):
                    file.write(chunk)
                if file.tell() > limit:
                    scratch.unlink()
                    raise WrongContentError(f"{_expectation(part)}; found more than {limit} bytes")


def _judged(error: requests.RequestException, attempt: int) -> tuple[str, bool]:
    """Describe an error, and decide whether to try again (only once if there is no network)."""
    if error.response is not None:
        status = error.response.status_code
        again = status == requests.codes.too_many_requests or status >= 500
        return f"HTTP {status} {error.response.reason}", again
    cause = getattr(error.args[0], "reason", None) if error.args else None
    if isinstance(cause, NewConnectionError | ConnectTimeoutError):
        return "no network connection", attempt == 0
    broken = (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError)
    return f"a broken transfer ({type(error).__name__})", isinstance(error, broken)


def _verify(scratch: Path, part: ManifestFile, source: str) -> None:
    """Raise WrongContentError unless the file has the hash in the manifest.

    A file that is complete but wrong is deleted."""
    size, sha1 = scratch.stat().st_size, _hash_of(scratch)
    if sha1 == part.git_blob_sha1:
        return
    if part.bytes is None or size >= part.bytes:
        scratch.unlink()
    origin = "" if source == part.url else f" at {source}"
    raise WrongContentError(f"{_expectation(part)}; found git blob {sha1} of {size} bytes{origin}")


def _expectation(part: ManifestFile) -> str:
    size = f" of {part.bytes} bytes" if part.bytes else ""
    return f"{part.treebank} {part.split}: {part.url}: expected git blob {part.git_blob_sha1}{size}"


def _hash_of(path: Path) -> str:
    with open(path, "rb") as file:
        return git_blob_sha1(file, path.stat().st_size)


def git_blob_sha1(file: BinaryIO, size: int) -> str:
    """Return git's hash of the next `size` bytes of a file."""
    digest = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    left = size
    while left and (chunk := file.read(min(left, DOWNLOAD_CHUNK))):
        digest.update(chunk)
        left -= len(chunk)
    return digest.hexdigest()


def _concatenate(
    parts: Sequence[ManifestFile], scratches: Sequence[Path], destination: Path
) -> None:
    """Join the parts and record their sizes, which are needed to verify the file later."""
    with atomic_path(destination) as combined, open(combined, "wb") as out:
        for part, scratch in zip(parts, scratches, strict=True):
            data = scratch.read_bytes()
            if not data.endswith(b"\n\n"):
                raise WrongContentError(
                    f"{part.treebank} {part.split}: {part.url}: the part ends inside a sentence; "
                    "expected an empty line before the next part"
                )
            out.write(data)
    sizes = [scratch.stat().st_size for scratch in scratches]
    atomic_write(_sizes_file(destination), " ".join(map(str, sizes)))
    for scratch in scratches:
        scratch.unlink()


def _sizes_file(destination: Path) -> Path:
    return destination.with_name(f".{destination.name}.sizes")


def is_complete(destination: Path, parts: Sequence[ManifestFile]) -> bool:
    """Check that the file exists and, by comparing hashes, that it has exactly these parts."""
    if not destination.is_file():
        return False
    sizes = [destination.stat().st_size]
    if len(parts) > 1:
        file = _sizes_file(destination)
        text = file.read_text() if file.is_file() else ""
        sizes = [int(size) for size in text.split() if size.isdecimal()]
    if len(sizes) != len(parts) or sum(sizes) != destination.stat().st_size:
        return False
    with open(destination, "rb") as file:
        return all(
            git_blob_sha1(file, size) == part.git_blob_sha1
            for part, size in zip(parts, sizes, strict=True)
        )
