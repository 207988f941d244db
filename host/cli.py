"""The command `roost`."""

from importlib import import_module

import click

# Subcommand -> where it is. Each is imported when it is asked for, so that `roost replay` doesn't wait for the web server.
COMMANDS = {
    "sim": "host.sim.command:sim",
    "replay": "host.record_commands:replay",
    "legal": "host.record_commands:legal",
    "render": "host.record_commands:render",
    "flash": "host.flash_command:flash",
    "connect": "host.flash_command:connect",
    "doctor": "host.flash_command:doctor",
    "games": "host.games_command:games",
    "say": "host.say:say",
    "score": "host.score_command:score",
    "selfplay": "host.selfplay_command:command",
}


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        return getattr(import_module(module), name)


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="roost", prog_name="roost")
def main() -> None:
    """Roost: a referee that stands beside a board game.

    \b
    roost sim                     play on a simulated device, in the browser
    roost replay game.roost       how a recorded game stands
    roost replay --help           each command explains itself
    """
