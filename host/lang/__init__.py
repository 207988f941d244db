"""The words that only the command line needs: one module for each language with one dict `WORDS`, as in `firmware.lang`."""

from importlib import import_module

from firmware.words import Words


class HostWords(Words):
    """The device's words of a language and a game (see `firmware.words.Words`), and the command line's own."""

    def __init__(self, language: str, game: str | None = None, names: dict[str, str] | None = None) -> None:
        super().__init__(language, game, names)
        self._host: dict[str, str] = import_module(f"host.lang.{language}").WORDS

    def find(self, key: str) -> str | None:
        """The template under exactly this key, None if there is none."""
        found = self._host.get(key)
        return found if found is not None else super().find(key)

    def say(self, code: str, **facts: object) -> str:
        """The text of one message."""
        return self.text((code, facts))
