"""The command `roost`."""

from importlib import import_module

import click

# Subcommand -> where it is, and what it is for. Each is imported when it is asked for, so that `roost replay` doesn't wait for the web
# server, nor `roost --help` for anything.
COMMANDS = {
    "sim": ("host.sim.command:sim", "Play on a simulated device, in the browser."),
    "say": ("host.say:say", "Play by ear and by typing."),
    "replay": ("host.record_commands:replay", "Show how a recorded game stands."),
    "legal": ("host.record_commands:legal", "Print what is legal next in a recorded game."),
    "render": ("host.record_commands:render", "Draw a position of a recorded game, as SVG or PNG."),
    "score": ("host.score_command:score", "Show a score sheet, or write it as a page or as values."),
    "games": ("host.games_command:games", "List, fetch, delete and restore the games that a device keeps."),
    "flash": ("host.flash_command:flash", "Put Roost onto a Raspberry Pi Pico."),
    "connect": ("host.flash_command:connect", "Show a Pico's display and lights in the browser, and play there."),
    "doctor": ("host.flash_command:doctor", "Report what is found, to paste into a bug report."),
    "selfplay": ("host.selfplay_command:command", "Let simulated players play whole games."),
}


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        return getattr(import_module(module), name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, purpose) for name, (_, purpose) in COMMANDS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="roost", prog_name="roost")
def main() -> None:
    """Roost: a referee that stands beside a board game.

    \b
    roost sim                     play on a simulated device, in the browser
    roost replay game.roost       how a recorded game stands
    roost replay --help           each command explains itself
    """
