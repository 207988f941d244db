"""What goes onto a board that runs CircuitPython: which files of ours, and which of Adafruit's libraries.

CircuitPython compiles `.py` files on the device, where room is short: so they go there without what only readers need. Its own compiled
format, which MicroPython's compiler doesn't write, is used where CircuitPython's `mpy-cross` is at hand.
"""

import ast
import subprocess
import tempfile
from importlib import metadata
from pathlib import Path

from .build import LANGUAGES, ROOT, BuildError, build, slim, sources

# What these packages from PyPI install goes to /lib, in the versions that are installed here (which requirements/ pin).
LIBRARIES = (
    "adafruit-circuitpython-asyncio",
    "adafruit-circuitpython-busdevice",
    "adafruit-circuitpython-neopixel",
    "adafruit-circuitpython-pixelbuf",
    "adafruit-circuitpython-ssd1306",
    "adafruit-circuitpython-ticks",
)
# What is loaded stays: if the heap only filled up, it would be scattered among what was thrown away, and leave no large block free.
# MicroPython's collector has a threshold for that, CircuitPython's has none. So each module of ours begins by collecting.
TIDY = "__import__('gc').collect()\n"
ROOT_FILES = ("boot.py", "code.py")  # CircuitPython finds them by these names only
BOARD_FILE = "roost_board.py"
_NOT_HERE = (
    "firmware/boot.py",
    "firmware/blit.py",
    "firmware/device.py",
    "firmware/dimming.py",
    "firmware/selftest",
    "firmware/drivers/clock.py",
    "firmware/drivers/files.py",
    "firmware/drivers/logstore.py",
    "firmware/drivers/rp2",
)
_ONLY_HERE = ("firmware/blit_plain.py", "firmware/drivers/circuitpython")


class _Bare(ast.NodeTransformer):
    """Drops docstrings and annotations."""

    def _body(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        body = node.body  # type: ignore[attr-defined]
        if (
            body
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
            and isinstance(body[0].value.value, str)
        ):
            node.body = body[1:] or [ast.Pass()]  # type: ignore[attr-defined]
        return node

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """A module's docstring goes."""
        if not node.body:
            return node
        return self._body(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """A class's docstring goes."""
        return self._body(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function's docstring goes, and what is said of its types."""
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """The same."""
        return self._function(node)

    def _function(self, node: "ast.FunctionDef | ast.AsyncFunctionDef") -> ast.AST:
        node.returns = None
        given = node.args
        for argument in [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]:
            if argument is not None:
                argument.annotation = None
        return self._body(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """`a: int = 1` becomes `a = 1`."""
        self.generic_visit(node)
        if node.value is None:
            return ast.Pass()
        return ast.copy_location(ast.Assign([node.target], node.value), node)


def bare(text: str) -> str:
    """A source that does the same, without comments, docstrings, annotations and the meanings of refusal codes."""
    tree = _Bare().visit(ast.parse(slim(text)))
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def compile_bytes(compiler: "str | Path", text: str, name: str) -> bytes:
    """What CircuitPython's `mpy-cross` makes of a source; raises BuildError, also for a compiler of another make."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "in.py", Path(folder) / "out.mpy"
        source.write_text(text, "utf-8")
        try:
            done = subprocess.run(
                [str(compiler), "-O3", "-s", name, "-o", str(out), str(source)], capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise BuildError(f"{compiler} can't be run: {error}") from error
        if done.returncode or not out.is_file():
            raise BuildError((done.stderr or done.stdout).strip() or f"{compiler} failed on {name}")
        data = out.read_bytes()
    if data[:1] != b"C":
        raise BuildError(f"{compiler} is not CircuitPython's compiler: what it writes begins with {data[:1]!r}, not b'C'")
    return data


def library_versions() -> "dict[str, str | None]":
    """The version of each of Adafruit's libraries that is installed here, None for what isn't."""
    found: dict[str, str | None] = {}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = None
    return found


def libraries() -> "dict[str, str]":
    """Sources of Adafruit's libraries by their path on the drive. Raises BuildError when one isn't installed."""
    missing = [name for name, version in library_versions().items() if version is None]
    if missing:
        raise BuildError(
            "These packages are missing: {}. `pip install --no-deps {}` brings them.".format(
                ", ".join(missing), " ".join(missing)
            )
        )
    found: dict[str, str] = {}
    for name in LIBRARIES:
        for path in metadata.files(name) or ():
            if path.suffix == ".py" and not path.is_absolute() and ".." not in path.parts:
                found["lib/" + path.as_posix()] = path.locate().read_text("utf-8")  # type: ignore[attr-defined]
    return found


def own_sources(board: str, root: Path = ROOT) -> "list[Path]":
    """Our Python files, relative to the tree, that a board with CircuitPython needs. Raises BuildError for an unknown board."""
    names = [name for name in sources(board, root) if not name.as_posix().startswith(_NOT_HERE)]
    for place in _ONLY_HERE:
        path = root / place
        names += [file.relative_to(root) for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    return sorted(names)


def files(board: str = "pico", compiler: "str | Path | None" = None, root: Path = ROOT) -> "dict[str, bytes]":
    """All files for the drive, by their path on it.

    board     the board file
    compiler  CircuitPython's `mpy-cross` of the version on the device, None: sources

    Raises BuildError.
    """
    texts = build(board, compiled=False, root=root, only=(LANGUAGES,))
    found = {name: data for name, data in texts.items() if not name.endswith(".py")}
    modules = {name.as_posix(): (root / name).read_text("utf-8") for name in own_sources(board, root)}
    modules = {name: text for name, text in modules.items() if not name.startswith(LANGUAGES) or name.endswith("__init__.py")}
    for name, text in (modules | libraries()).items():
        plain = bare(text)
        if name in modules:
            plain = TIDY + plain
        if compiler is None:
            found[name] = plain.encode()
        else:
            found[name[:-3] + ".mpy"] = compile_bytes(compiler, plain, name)
    for name in ROOT_FILES:
        found[name] = (root / "firmware" / name).read_bytes()
    found[BOARD_FILE] = (f"NAME = {board!r}\n").encode()
    return found
