"""`roost games` and a device on a serial port: the whole firmware on an emulated Pico behind a pseudo-terminal."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from host.cli import main
from tests.conftest import RECORDS

from .test_flash import Process
from .test_trouble import files, wait_for_hello

OTHER = RECORDS / "birds_of_a_feather" / "101-solo-with-raptors.roost"


@pytest.mark.timeout(900)
def test_list_fetch_restore_and_delete(image: str, tmp_path: Path) -> None:
    there = files()
    there["roost/0002.game"] = there["roost/0001.game"]
    there["roost/0003.bad"] = b"\xff" * 2000
    process = Process(image, tmp_path / "flash.img", there)

    def run(*arguments: object) -> Result:
        done = CliRunner().invoke(main, ["games", "--port", process.port, *[str(one) for one in arguments]])
        assert done.exit_code == 0, done.output
        return done

    try:
        wait_for_hello(process.port)
        listed = run().stdout.splitlines()
        assert [line.split()[0] for line in listed] == ["1", "2", "0003.bad"]
        run("fetch", 2, "0003.bad", "--to", tmp_path / "here")
        fetched = tmp_path / "here" / "0002-fowl_play.roost"
        assert fetched.read_bytes().split(b"\n", 1)[1] == there["roost/0002.game"]
        assert (tmp_path / "here" / "0003.bad").read_bytes() == there["roost/0003.bad"]
        replayed = CliRunner().invoke(main, ["replay", "--json", str(fetched)])
        assert replayed.exit_code == 0
        assert '"actions":' in replayed.stdout
        assert "is game 4 on the device" in run("restore", OTHER).stdout
        run("delete", 2, "--yes")
        assert [line.split()[0] for line in run().stdout.splitlines()] == ["1", "4", "0003.bad"]
        run("fetch", 4, "--to", tmp_path / "here")
        back = [
            line.partition("#")[0].strip()
            for line in (tmp_path / "here" / "0004-birds_of_a_feather.roost").read_text().splitlines()
        ]
        wanted = [line.partition("#")[0].strip() for line in OTHER.read_text().splitlines()]
        assert [line for line in back if line] == [line for line in wanted if line]
    finally:
        process.stop()
