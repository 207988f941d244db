"""The command `roost sim`."""

from pathlib import Path

import click
import platformdirs

from .runtime import RUNTIMES

EMULATOR = ("rp2040py", "littlefs")  # packages that only the tests are given


@click.command("sim")
@click.option("--port", type=click.IntRange(1, 65535), help="Port on this computer; a free one from 8127 on when left out.")
@click.option("--no-browser", is_flag=True, help="Don't open a browser.")
@click.option(
    "--runtime",
    type=click.Choice(RUNTIMES),
    default="auto",
    show_default=True,
    help="What runs the firmware; auto is MicroPython where it is installed.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the simulated device's storage; kept between runs.",
)
@click.option(
    "--on", "on", type=click.Choice(("simulated", "pico")), default="simulated", help="pico: an emulated Pico, real drivers."
)
@click.option("--image", type=click.Path(dir_okay=False, path_type=Path), help="MicroPython image for --on pico.")
def sim(port: int | None, no_browser: bool, runtime: str, data: Path | None, on: str, image: Path | None) -> None:
    """Play on a web page: the device with its display, lights, knob and buttons.

    Prints the page's address and serves it to this computer alone, until Ctrl-C.
    """
    from .folder import InUse
    from .runtime import NoRuntime
    from .server import CannotServe, simulate

    if on == "pico":
        _on_pico(port, not no_browser, data, image)
        return
    if data is None:
        data = platformdirs.user_data_path("roost") / "simulated"
    try:
        simulate(port, not no_browser, runtime, data, click.echo)
    except (CannotServe, InUse, NoRuntime) as error:
        raise click.ClickException(str(error)) from None


def _on_pico(port: int | None, browser: bool, data: Path | None, image: Path | None) -> None:
    """The real firmware on an emulated Pico: what the page shows is decoded from the bus. Its flash is kept in a file."""
    import sys
    from importlib.util import find_spec

    from host.emulator.image import NoImage, find_image

    from .folder import InUse, taken
    from .runtime import source_folder
    from .server import CannotServe, serve

    if not all(find_spec(package) for package in EMULATOR):
        raise click.ClickException("The emulator of a Pico isn't installed here. In a copy of Roost's sources: make setup")
    folder = platformdirs.user_data_path("roost") / "emulated" if data is None else data
    try:
        program = [sys.executable, "-u", "-m", "host.emulator"]
        command = [*program, "--image", str(find_image(image)), "--flash", str(folder / "pico.flash")]
        with taken(folder):
            click.echo(f"An emulated Pico runs MicroPython; its flash is kept in {folder}.")
            serve(port, browser, "pico", command, source_folder(), click.echo)
    except (CannotServe, InUse, NoImage) as error:
        raise click.ClickException(str(error)) from None
