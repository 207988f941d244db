"""What all tests share: where things are, MicroPython, figures that a run prints, a floor under the number of tests."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
RECORDS = ROOT / "tests" / "records"

# The same examples on every run; `make fuzz` looks for new ones.
settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("searching", deadline=None, print_blob=True, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--least-tests", type=int, default=0, help="fail when fewer tests than this ran or were skipped")
    parser.addoption("--slow", action="store_true", help="also run the tests that take minutes")


# The folders whose files take longest, longest first: begun last, one of two processes would wait for the other's last file.
LONG = ("tests/emulator/", "tests/host/sim/", "tests/soak/", "tests/fuzz/", "tests/host/")


def _rank(item: pytest.Item) -> int:
    return next((rank for rank, folder in enumerate(LONG) if item.nodeid.startswith(folder)), len(LONG))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=_rank)
    if not config.getoption("--slow"):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="takes minutes: make test-slow"))


@pytest.fixture(autouse=True)
def rules_as_before() -> Iterator[None]:
    """An app that ran in this process has forgotten the rules of games: they come back, else other tests hold one instance and load another."""
    before = {name: module for name, module in sys.modules.items() if name.startswith("shared_rules.")}
    yield
    for name, module in before.items():
        if sys.modules.get(name) is not module:
            sys.modules[name] = module
            package, _, last = name.rpartition(".")
            setattr(sys.modules[package], last, module)


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the tree."""
    return ROOT


@pytest.fixture(scope="session")
def records() -> Path:
    """The folder of example records, one folder a game."""
    return RECORDS


@pytest.fixture(scope="session")
def micropython() -> str:
    """Path of MicroPython's unix port; skips where its package has no wheel."""
    path = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which("micropython")
    if path is None:
        pytest.skip("MicroPython's unix port has no package for this platform")
    return path


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Function: a measured figure, in a sentence, that the run's summary prints."""

    def say(text: str) -> None:
        request.node.user_properties.append(("figure", text))

    return say


def _outcomes(reporter: pytest.TerminalReporter) -> int:
    return sum(len(reporter.stats.get(kind, ())) for kind in ("passed", "failed", "error", "skipped", "xfailed", "xpassed"))


def _silent_files(reporter: pytest.TerminalReporter) -> list[str]:
    """Test files from which no test came."""
    seen = {
        report.nodeid.split("::")[0]
        for kind in ("passed", "failed", "error", "skipped", "xfailed", "xpassed")
        for report in reporter.stats.get(kind, ())
    }
    files = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    return [name for name in files if name not in seen]


def _too_few(config: pytest.Config) -> list[str]:
    """What is wrong with the number of tests of a whole run, as sentences."""
    least = config.getoption("--least-tests")
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not least or reporter is None or hasattr(config, "workerinput"):
        return []
    wrong = [f"no test came from {name}" for name in _silent_files(reporter)]
    count = _outcomes(reporter)
    if count < least:
        wrong.append(f"only {count} tests, at least {least} expected")
    return wrong


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if _too_few(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    figures = [
        text
        for report in terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", [])
        for name, text in report.user_properties
        if name == "figure"
    ]
    if figures:
        terminalreporter.section("measured")
        for text in figures:
            terminalreporter.write_line(text)
    wrong = _too_few(config)
    if wrong:
        terminalreporter.section("too few tests", red=True)
        for text in wrong:
            terminalreporter.write_line(text)
