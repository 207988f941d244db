from types import SimpleNamespace

import pytest

from host import flash, ports
from host.flash_command import flash as command


def port(path: str, vid: "int | None", pid: "int | None" = None, product: str = "", serial: str = "E66") -> SimpleNamespace:
    return SimpleNamespace(device=path, vid=vid, pid=pid, product=product, description=product, serial_number=serial)


PICO = port("/dev/ttyACM0", 0x2E8A, 0x0005, "Board in FS mode")
SECOND = port("/dev/ttyACM1", 0x2E8A, 0x0005, "Board in FS mode", "E67")
CIRCUIT = port("/dev/ttyACM2", 0x239A, 0x80F4, "Pico CDC control")
MODEM = port("/dev/ttyUSB0", 0x1A86, 0x7523, "USB Serial")
INNER = port("/dev/ttyS0", None)


def test_only_picos_are_found() -> None:
    there = ports.found([MODEM, SECOND, INNER, PICO, CIRCUIT])
    assert [(one.path, one.kind) for one in there] == [
        ("/dev/ttyACM0", "micropython"),
        ("/dev/ttyACM1", "micropython"),
        ("/dev/ttyACM2", "circuitpython"),
    ]


def test_the_one_there_is_or_the_one_named() -> None:
    assert ports.choose(None, ports.found([PICO, MODEM])) == "/dev/ttyACM0"
    assert ports.choose("/dev/other", ports.found([PICO, SECOND])) == "/dev/other"


def test_several_are_listed_and_none_is_guessed() -> None:
    with pytest.raises(ports.PortProblem) as problem:
        ports.choose(None, ports.found([PICO, SECOND]))
    assert "/dev/ttyACM0" in str(problem.value)
    assert "E67" in str(problem.value)
    assert "--port" in str(problem.value)


def test_none_gets_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "boot_drive", lambda: None)
    with pytest.raises(ports.PortProblem, match="BOOTSEL"):
        ports.choose(None, [])


def test_permission_names_the_group_and_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    path = tmp_path / "ttyACM0"
    path.write_text("")
    monkeypatch.setattr(ports.os, "access", lambda *_: False)
    monkeypatch.setattr("grp.getgrgid", lambda _gid: SimpleNamespace(gr_name="dialout"))
    with pytest.raises(ports.PortProblem, match=r"group dialout.*\n.*sudo usermod -a -G dialout \$USER"):
        ports.open_port(str(path))


def test_a_port_that_is_not_there() -> None:
    with pytest.raises(ports.PortProblem, match="There is no port /dev/none"):
        ports.open_port("/dev/none")


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (ports.Runtime("circuitpython", (8, 2, 9), "Raspberry Pi Pico with rp2040", 0), "needs MicroPython"),
        (ports.Runtime("micropython", (1, 19, 1), "Raspberry Pi Pico with RP2040", 0), "too old: at least 1.23"),
        (ports.Runtime("micropython", (1, 26, 1), "ESP32 module with ESP32", 0), "no Pico"),
    ],
)
def test_what_roost_can_not_run_on(what: ports.Runtime, words: str) -> None:
    with pytest.raises(ports.PortProblem, match=words):
        ports.check(what)


def test_a_pico_2_will_do() -> None:
    ports.check(ports.Runtime("micropython", (1, 26, 1), "Raspberry Pi Pico2 with RP2350", 0))


def test_what_shadows() -> None:
    found = flash.shadowing(
        ["/notes.txt", "/asyncio/core.py", "/json.mpy", "/lib/select.py", "/a.py", "/main.py", "/boot.py", "/firmware/app.py"]
    )
    assert found == ["/asyncio/core.py", "/boot.py", "/firmware/app.py", "/json.mpy", "/lib/select.py"]


def test_failures_are_words_and_an_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    monkeypatch.setattr(ports, "found", lambda *_: [])
    monkeypatch.setattr(ports, "boot_drive", lambda: None)
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 1
    assert "No Pico was found" in result.output
    assert "Traceback" not in result.output
