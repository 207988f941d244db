"""`roost flash`: puts this version of the firmware onto a Pico.

The Pico has two version folders, /a and /b. A new version goes into the one that isn't current and is verified there by hash; then one rename
of `/current.txt` makes it current. Whatever interrupts that leaves the version that was there. Games, settings and the players' own board
and cards are in other folders, which this never touches.
"""

import ast
import hashlib
import json
import os
import time
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from firmware.version import VERSION

from . import ports
from .build import ROOT, build, sources

CHUNK = 768  # bytes sent at once
SPARE = 64 * 1024  # bytes of the file system that stay free for games
RESTART_S = 30.0

# What the Pico does for us. All of it in MicroPython, sent once.
_GUEST = r"""
import os, sys, json, hashlib, binascii
def _walk(folder, found):
    for entry in os.ilistdir(folder):
        path = folder.rstrip('/') + '/' + entry[0]
        if entry[1] == 0x4000:
            _walk(path, found)
        else:
            found.append((path, entry[3]))
    return found
def _hash(path):
    h = hashlib.sha256()
    with open(path, 'rb') as f:
        while True:
            n = f.readinto(_buf)
            if not n:
                break
            h.update(_buf if n == 1024 else _view[:n])
    return str(binascii.hexlify(h.digest()), 'ascii')
_buf = bytearray(1024)
_view = memoryview(_buf)
def _tell(value):
    print(json.dumps(value))
def hashes(folder):
    try:
        os.stat(folder)
    except OSError:
        return
    for path, size in _walk(folder, []):
        _tell([path[len(folder) + 1:], size, _hash(path)])
def text(path):
    try:
        with open(path) as f:
            _tell(f.read())
    except OSError:
        _tell(None)
def _folders(path):
    n = 0
    for e in os.ilistdir(path):
        if e[1] == 0x4000:
            n += 1 + _folders(path.rstrip('/') + '/' + e[0])
    return n
def free():
    s = os.statvfs('/')
    n = s[3] - (1 << 32 if s[3] > s[2] else 0)  # MicroPython counts the two blocks of a folder twice, and can come below nothing
    _tell([s[0] * max(n + 2 * _folders('/'), 0), s[0] * s[2]])
def make(path):
    done = ''
    for part in path.split('/')[:-1]:
        if part:
            done += '/' + part
            try:
                os.mkdir(done)
            except OSError:
                os.stat(done)
def copy(a, b):
    make(b)
    with open(a, 'rb') as f, open(b, 'wb') as g:
        while True:
            n = f.readinto(_buf)
            if not n:
                break
            g.write(_view[:n])
def remove(path):
    try:
        if os.stat(path)[0] & 0x4000:
            for e in os.ilistdir(path):
                remove(path.rstrip('/') + '/' + e[0])
            os.rmdir(path)
        else:
            os.remove(path)
    except OSError:
        pass
def put(path, data):
    with open(path + '.new', 'wb') as f:
        f.write(data)
    os.rename(path + '.new', path)
def kept(folder):
    sys.path.insert(0, '/' + folder)
    from firmware.drivers.logstore import LogStorage
    from firmware.drivers.rp2.flash import RawFlash
    return LogStorage('/roost', RawFlash())
def names(folder):
    s = kept(folder)
    for n in s.names():
        _tell([n, s.size(n)])
def content(folder, name):
    s = kept(folder)
    at = 0
    while True:
        data = s.read(name, at, 600)
        if not data:
            break
        at += len(data)
        print(str(binascii.b2a_base64(data), 'ascii').strip())
"""


class FlashProblem(Exception):
    """The update did not happen; the text says why, and what to do."""


@dataclass
class Told:
    """Where the words go: `say` for lines, `ask` for a yes or no, `progress` for (what, bytes done, bytes in all)."""

    say: Callable[[str], None]
    ask: Callable[[str], bool]
    progress: Callable[[str, int, int], None] = field(default=lambda _what, _done, _all: None)


class Board:
    """A Pico at its raw prompt, with our helpers on it."""

    def __init__(self, transport: SerialTransport) -> None:
        self.transport = transport
        self.run(_GUEST)

    def run(self, code: str, timeout: int = 120) -> str:
        """Runs code and returns what it printed. Raises FlashProblem with words for what the Pico said."""
        try:
            out, error = self.transport.exec_raw(code, timeout=timeout)  # pyright: ignore
        except TransportError as problem:
            raise FlashProblem(f"The connection to the Pico was lost: {problem}. What was there before still runs.") from problem
        except OSError as problem:
            raise FlashProblem(f"The Pico went away: {problem}. What was there before still runs.") from problem
        if error:
            raise FlashProblem(_words(bytes(error).decode("utf-8", "replace")))
        return bytes(out).decode("utf-8", "replace")

    def told(self, call: str, timeout: int = 120) -> list[Any]:
        """The values that a helper told, one a line."""
        return [json.loads(line) for line in self.run(call, timeout).splitlines() if line.strip()]

    def hashes(self, folder: str) -> dict[str, str]:
        """Path -> SHA-256 of all files under a folder; empty if there is none."""
        return {path: digest for path, _size, digest in self.told(f"hashes({folder!r})")}

    def write(self, path: str, data: bytes, sent: Callable[[int], None]) -> None:
        """Writes a file through mpremote's transport. Raises FlashProblem."""
        self.run(f"make({path!r})")
        done = 0

        def moved(written: int, _size: int) -> None:
            nonlocal done
            sent(written - done)
            done = written

        try:
            self.transport.fs_writefile(path, data, CHUNK, moved)  # pyright: ignore[reportUnknownMemberType]
        except TransportExecError as problem:
            raise FlashProblem(_words(problem.error_output)) from problem
        except (TransportError, OSError) as problem:
            raise FlashProblem(_words(str(problem))) from problem


def _words(error: str) -> str:
    last = error.strip().splitlines()[-1] if error.strip() else "no reason"
    if "ENOSPC" in error or "28" in last.split():
        return (
            "The Pico's flash is full. The version that was there still runs. `roost games` lists and removes stored games; "
            "files that aren't Roost's may be removed, too."
        )
    if "incompatible" in error:
        return f"The Pico's MicroPython can't read the compiled files ({last}). Use --py, or put MicroPython {ports.USED} on it."
    return f"The Pico said: {last}. The version that was there still runs."


@dataclass
class State:
    """What was found on a Pico. folder and board are "" where nothing is installed."""

    folder: str
    board: str
    version: str
    foreign: list[str]


def _imported(board: str) -> set[str]:
    """Names of all modules of MicroPython that the firmware imports."""
    names: set[str] = set()
    for source in [*sources(board), Path("firmware/main.py")]:
        for node in ast.walk(ast.parse((ROOT / source).read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names.update(alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names.add(node.module.partition(".")[0])
    return names | {"boot"}


def shadowing(names: Iterable[str], board: str = "pico") -> list[str]:
    """Which of these paths on a Pico (all files) would be imported in place of something that the firmware needs."""
    wanted = _imported(board) | {"firmware", "shared_rules"}
    found: list[str] = []
    for path in sorted(names):
        parts = path.strip("/").split("/")
        if parts[0] == "lib":
            parts = parts[1:]
        if (parts and parts[0].rpartition(".")[0] in wanted and len(parts) == 1 and parts[0].endswith((".py", ".mpy"))) or (
            len(parts) > 1 and parts[0] in wanted
        ):
            found.append(path)
    return found


def look(pico: Board) -> State:
    """What is installed."""
    words = (pico.told("text('/current.txt')")[0] or "").split()
    folder, board = (words[0], words[1]) if len(words) >= 2 else ("", "")
    version = ""
    if folder:
        try:
            version = pico.run(
                f"sys.path.insert(0, '/{folder}')\nfrom firmware.version import VERSION\nprint(VERSION)\nsys.path.pop(0)"
            ).strip()
        except FlashProblem:
            version = "broken"
    ours = ("/a/", "/b/", "/roost/", "/roost.log/", "/roost.fixed/")
    everything = [path for path, _ in pico.told("for e in _walk('/', []):\n _tell(e)") if not path.startswith(ours)]
    return State(folder, board, version, shadowing(everything))


def running_game(pico: Board, state: State) -> "tuple[str, int] | None":
    """(game, rules version) of the game that runs on the Pico, None if none does. Raises FlashProblem if it can't be told."""
    if not state.folder or state.version in ("", "broken"):
        return None
    code = (
        f"s = kept({state.folder!r})\n"
        "from firmware.settings import Settings\n"
        "n = Settings(s)['current']\n"
        "name = '%04d.game' % n\n"
        "_tell([n, s.read(name, 0, 400).decode() if n and s.size(name) > 0 else ''])\n"
    )
    number, text = pico.told(code)[0]
    if not number or not text:
        return None
    game, rules = "", 0
    for line in str(text).splitlines():
        words = line.partition("#")[0].split()
        if words[:2] == ["roost", "1"] and len(words) == 3:
            game = words[2]
        elif len(words) == 2 and words[0] == "rules" and words[1].isdigit():
            rules = int(words[1])
    return (game, rules) if game else None


def can_go_on(game: str, rules: int) -> bool:
    """Whether this version can continue a game of these rules (0: its newest)."""
    import importlib

    try:
        package = importlib.import_module("shared_rules." + game)
    except ImportError:
        return False
    return not rules or rules in package.RULES


def fetch_all(pico: Board, state: State, target: Path, told: Told) -> int:
    """Writes all that the players have on the Pico (games, settings, own board and cards) into a zip file; returns how many files."""
    entries = pico.told(f"names({state.folder!r})")
    with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED) as archive:
        for count, (name, _size) in enumerate(entries):
            told.progress("Fetching", count, len(entries))
            import base64

            text = pico.run(f"content({state.folder!r}, {name!r})")
            archive.writestr(name, b"".join(base64.b64decode(line) for line in text.splitlines() if line.strip()))
        told.progress("Fetching", len(entries), len(entries))
    return len(entries)


def erase(pico: Board, state: State, told: Told, folder: "Path | None" = None) -> None:
    """Fetches what would be lost into a file, asks, and makes the Pico's file system anew. Raises FlashProblem if it isn't wanted."""
    lost = [name for name, _ in pico.told(f"names({state.folder!r})")] if state.folder and state.version != "broken" else []
    others = [
        path for path, _ in pico.told("for e in _walk('/', []):\n _tell(e)") if not path.startswith(("/a/", "/b/", "/roost"))
    ]
    if lost:
        target = (folder or Path.cwd()) / time.strftime("roost-backup-%Y%m%d-%H%M%S.zip")
        fetch_all(pico, state, target, told)
        told.say("Fetched %d files into %s." % (len(lost), target))
    told.say("Erasing removes: " + ", ".join([*lost, *others, "the installed version" if state.folder else "nothing else"]) + ".")
    if not told.ask("Erase everything on this Pico?"):
        raise FlashProblem("Nothing was erased.")
    pico.run(
        "import rp2, vfs\nos.umount('/')\n_d = rp2.Flash()\nvfs.VfsLfs2.mkfs(_d, progsize=256)\nos.mount(vfs.VfsLfs2(_d, progsize=256), '/')"
    )


def install(pico: Board, state: State, board: str, compiled: bool, told: Told) -> "tuple[int, int]":
    """Brings this version into the other folder and makes it current. Returns (files sent, files in all). Raises FlashProblem."""
    told.say("Compiling ..." if compiled else "Collecting the sources ...")
    files = build(board, compiled)
    wanted = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    current = pico.hashes("/" + state.folder) if state.folder else {}
    main = (ROOT / "firmware" / "main.py").read_bytes()
    if current == wanted and state.board == board and _same(pico, "/main.py", main):
        return 0, len(files)
    target = "b" if state.folder == "a" else "a"
    there = pico.hashes("/" + target)
    for path in there:
        if wanted.get(path) != there[path]:
            pico.run("remove({!r})".format(f"/{target}/{path}"))
    fresh = [path for path in sorted(files) if there.get(path) != wanted[path]]
    by_hash = {digest: path for path, digest in current.items()}
    copies = [path for path in fresh if wanted[path] in by_hash]
    sends = [path for path in fresh if wanted[path] not in by_hash]
    _room(pico, sum(-(-len(files[path]) // 4096) * 4096 for path in fresh))
    for count, path in enumerate(copies):
        told.progress("Keeping", count, len(copies))
        pico.run("copy({!r}, {!r})".format(f"/{state.folder}/{by_hash[wanted[path]]}", f"/{target}/{path}"))
    if copies:
        told.progress("Keeping", len(copies), len(copies))
    total = sum(len(files[path]) for path in sends)
    done = 0

    def sent(count: int) -> None:
        nonlocal done
        done += count
        told.progress("Sending", done, total)

    for path in sends:
        pico.write(f"/{target}/{path}", files[path], sent)
    told.say("Verifying ...")
    found = pico.hashes("/" + target)
    wrong = sorted(path for path in set(found) | set(wanted) if found.get(path) != wanted.get(path))
    if wrong:
        raise FlashProblem(
            "These files did not arrive whole: {}. The version that was there still runs; try again.".format(", ".join(wrong[:5]))
        )
    if not _same(pico, "/main.py", main):
        pico.write("/main.py.new", main, lambda _count: None)
        if pico.told("_tell(_hash('/main.py.new'))")[0] != hashlib.sha256(main).hexdigest():
            raise FlashProblem("The file main.py did not arrive whole. The version that was there still runs; try again.")
        pico.run("os.rename('/main.py.new', '/main.py')")
    words = [target, board] + ([state.folder] if state.folder and state.version != "broken" else [])
    pico.run("remove('/trial.txt')\nput('/current.txt', {!r})".format((" ".join(words) + "\n").encode()))
    return len(sends), len(files)


def _same(pico: Board, path: str, data: bytes) -> bool:
    found = pico.told(f"try:\n _tell(_hash({path!r}))\nexcept OSError:\n _tell('')")
    return found == [hashlib.sha256(data).hexdigest()]


def _room(pico: Board, needed: int) -> None:
    free, _total = pico.told("free()")[0]
    if free < needed + SPARE:
        raise FlashProblem(
            "The Pico's flash is too full: %d KB are free, %d KB are needed. `roost games` lists and removes stored games; "
            "files that aren't Roost's may be removed, too." % (free // 1024, (needed + SPARE) // 1024)
        )


def restart(transport: SerialTransport, port: str) -> "dict[str, Any]":
    """Restarts the Pico and waits for what its firmware says of itself. Raises FlashProblem."""
    try:
        transport.exec_raw_no_follow("import machine\nmachine.reset()")  # pyright: ignore[reportUnknownMemberType]
        time.sleep(0.2)
        transport.close()
    except (TransportError, OSError):
        pass  # the port is gone before it has answered: that is what was asked for
    until = time.monotonic() + RESTART_S
    heard = bytearray()
    problem = ""
    import serial

    while time.monotonic() < until:
        try:
            with serial.Serial(port, timeout=0.5, exclusive=True) as line:
                asked = 0.0
                while time.monotonic() < until:
                    if time.monotonic() - asked > 2:
                        asked = time.monotonic()
                        line.write(b'\n{"hello":{"protocol":1}}\n')
                    heard += line.read(4096)
                    hello = _hello(heard)
                    if hello is not None:
                        return hello
        except (OSError, serial.SerialException) as error:
            problem = str(error)
            time.sleep(0.3)
    said = bytes(heard[-600:]).decode("utf-8", "replace").strip()
    raise FlashProblem(
        "The new version is on the Pico, but it did not report within %d seconds%s.\n"
        "If it does not start twice, the version before comes back by itself; `roost doctor` tells more."
        % (RESTART_S, ": it said\n" + said if said else (f" ({problem})" if problem else ""))
    )


def _hello(heard: bytearray) -> "dict[str, Any] | None":
    for line in bytes(heard).splitlines():
        if line.startswith(b'{"hello"'):
            try:
                return json.loads(line)["hello"]
            except (ValueError, KeyError):
                continue
    return None


def flash(
    port: "str | None", told: Told, board: "str | None" = None, compiled: bool = True, wipe: bool = False, force: bool = False
) -> "dict[str, Any]":
    """All of it; returns what the started firmware says of itself. Raises FlashProblem, ports.PortProblem or build.BuildError."""
    path = ports.choose(port)
    transport = ports.open_port(path)
    try:
        ports.enter(transport)
        what = ports.runtime(transport)
        told.say(f"{path}: {what.text}")
        ports.check(what)
        pico = Board(transport)
        state = look(pico)
        told.say("Installed: " + (f"version {state.version}, board {state.board}" if state.folder else "nothing yet"))
        for name in state.foreign:
            told.say(f"Careful: {name} isn't Roost's, and would be imported in place of a module that Roost needs. Remove it.")
        _game(pico, state, told, force or wipe)
        if wipe:
            erase(pico, state, told)
            state = State("", state.board, "", [])
        sent, count = install(pico, state, board or state.board or "pico", compiled, told)
        told.say("Nothing had changed." if not sent and state.folder else "%d of %d files were sent." % (sent, count))
        told.say("Restarting ...")
    except (ports.PortProblem, FlashProblem):
        transport.close()
        raise
    return restart(transport, path)


def _game(pico: Board, state: State, told: Told, force: bool) -> None:
    try:
        running = running_game(pico, state)
    except FlashProblem:
        told.say("Whether a game runs on it can't be told: the version there doesn't say. Games stay as they are.")
        return
    if running is None:
        return
    game, rules = running
    if can_go_on(game, rules):
        told.say(f"A game of {game} runs on it; it goes on after the update.")
        return
    text = "A game of %s runs on it, by version %d of its rules, which Roost %s does not know: it could not be continued." % (
        game,
        rules,
        VERSION,
    )
    if not force:
        raise FlashProblem(text + " Finish it first, or fetch it with `roost games`; --force updates all the same.")
    told.say(text)


def words_of(arguments: Sequence[str]) -> str:
    """Arguments as one would type them."""
    return " ".join(arguments)


def backup_folder() -> Path:
    """Where `--erase` puts what it fetches."""
    return Path(os.environ.get("ROOST_BACKUPS", "."))
