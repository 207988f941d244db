"""The command `roost sim`."""

from pathlib import Path

import click
import platformdirs

from .runtime import RUNTIMES


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
def sim(port: int | None, no_browser: bool, runtime: str, data: Path | None) -> None:
    """Play on a web page: the device with its display, lights, knob and buttons.

    Prints the page's address and serves it to this computer alone, until Ctrl-C.
    """
    from .runtime import NoRuntime
    from .server import CannotServe, simulate

    if data is None:
        data = platformdirs.user_data_path("roost") / "simulated"
    try:
        simulate(port, not no_browser, runtime, data, click.echo)
    except (CannotServe, NoRuntime) as error:
        raise click.ClickException(str(error)) from None
