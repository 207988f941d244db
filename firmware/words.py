"""Turns the messages of games and app into words of one language.

A message is `(code, facts)` (see `shared_rules.choice`). The language modules `firmware.lang.<language>` and
`firmware.lang.<language>_<game>` each hold a dict `WORDS` of templates by code. In a template

    {who}               the fact `who`
    {who:of}            the same in the form `of`: what stands under a key that ends in `:of` is used, if there is one
                        (`:pl` many, `:acc` whom; each language has the forms that it needs)
    {n|card|cards}      the first if the number `n` is 1, else the second

A key that ends in `.short` is the form for the display; where there is none, the long one serves.
A refusal with code `too-near` is said by the key `no.too-near`.
"""

from . import lang

LANGUAGES = ("en", "de")


class Words:
    """The words of one language: the common ones and those of one game.

    language  one of LANGUAGES
    game      the game's name, None for the common words alone
    names     dict: seat name in the record -> as its player spells it
    called    dict: name in records -> what it is called on one's own copy, for pairs of the vocabulary `called`
    dicts     where templates are looked for, in this order; whoever has words of their own puts them in front
    """

    called: "dict[str, str]" = {}

    def __init__(self, language: str, game: "str | None" = None, names: "dict[str, str] | None" = None):
        self.language = language
        self.game = game
        self.names: dict[str, str] = names if names is not None else {}
        self.dicts = [lang.load(language + "_" + game)] if game else []
        self.dicts.append(lang.load(language))

    def find(self, key: str) -> "str | None":
        """The template under exactly this key, None if there is none."""
        for texts in self.dicts:
            found = texts.get(key)
            if found is not None:
                return found
        return None

    def text(self, message: object) -> str:
        """The long form of a message or of any other fact. A code without words is shown as it is, in angle brackets."""
        return self._fact(message, "", False)

    def sentence(self, message: object) -> str:
        """The long form as it stands alone: with a capital letter, unless it begins with the name of a space (`c5`)."""
        text = self.text(message)
        if isinstance(message, tuple) and len(text) > 1 and "a" <= text[0] <= "z" and not "0" <= text[1] <= "9":
            return text[0].upper() + text[1:]
        return text

    def short(self, message: object) -> str:
        """The form of a message for the display."""
        return self._fact(message, "", True)

    def refusal(self, refusal, short: bool = False) -> str:
        """The sentence for a `Refusal`."""
        return self._fact(("no." + refusal.code, refusal.facts), "", short)

    # On a Pico the stack is 8 KB, and words are asked for where it is deepest: so these two do by themselves what could be functions more.

    def _template(self, key: str, form: str, short: bool) -> "str | None":
        # A short text first, where one is wanted; then one in the form that is asked for.
        endings = ("", ":" + form) if form else ("",)
        for short_ending in (".short", "") if short else ("",):
            for ending in reversed(endings):
                whole = key + ending + short_ending
                for texts in self.dicts:
                    found = texts.get(whole)
                    if found is not None:
                        return found
        return None

    def _fact(self, value: object, form: str, short: bool) -> str:
        if isinstance(value, tuple):
            facts: dict[str, object] = {}
            if isinstance(value[1], dict):
                facts = value[1]
                template = self._template(value[0], form, short)
                if template is None:
                    return "<" + value[0] + ">"
            else:
                vocabulary, token = value
                if vocabulary == "called":
                    if token not in self.called:
                        return ""
                    facts = {"name": self.called[token]}
                    template = self.find("called") or ""
                else:
                    template = self._template(vocabulary + "." + str(token), form, short)
                    if template is None:
                        if vocabulary == "seat" or vocabulary == "name":
                            return self.names.get(token, str(token))
                        return "<" + vocabulary + "." + str(token) + ">"
            if "{" not in template:
                return template
            out: list[str] = []
            for part in template.split("{"):
                if not out:
                    out.append(part)
                    continue
                place, _, rest = part.partition("}")
                name, bar, forms = place.partition("|")
                if bar:
                    one, _, many = forms.partition("|")
                    out.append(one if facts[name] == 1 else many)
                else:
                    name, _, wanted = place.partition(":")
                    out.append(self._fact(facts[name], wanted, short) if name in facts else "<" + name + ">")
                out.append(rest)
            return "".join(out)
        if isinstance(value, list):
            parts: list[str] = []
            for item in value:
                parts.append(self._fact(item, form, short))
            if len(parts) < 2:
                return parts[0] if parts else (self.find("none") or "")
            last = self.find("and.short") if short else None
            return ", ".join(parts[:-1]) + (last or self.find("and") or " ") + parts[-1]
        if isinstance(value, int) and value < 0:
            return "\u2212" + str(-value)
        return str(value)
