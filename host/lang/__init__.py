"""The words that only the command line needs: one module for each language with one dict `WORDS`, as in `firmware.lang`."""

from importlib import import_module

from firmware.words import Words


class HostWords(Words):
    """The device's words of a language and a game (see `firmware.words.Words`), and the command line's own."""

    def __init__(self, language: str, game: str | None = None, names: dict[str, str] | None = None) -> None:
        super().__init__(language, game, names)
        self.dicts.insert(0, import_module(f"host.lang.{language}").WORDS)

    def say(self, code: str, **facts: object) -> str:
        """The text of one message."""
        return self.text((code, facts))
