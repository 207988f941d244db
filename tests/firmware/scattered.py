"""Plain dicts and sets in an order of their own, as MicroPython has them: whatever depends on it gives itself away.

A program that plays the stories of `mending`, or the game of a record as `playing` does, with the app and the rules so changed that each plain
dict and set is gone through in an order that depends on a seed. On MicroPython the hash of a tuple even depends on where memory lies, so that
order differs from run to run there. `OrderedDict` is left as it is.

    python -m tests.firmware.scattered SEED stories LANGUAGE
    python -m tests.firmware.scattered SEED game RECORD LANGUAGE
    python -m tests.firmware.scattered SEED tour RECORD LANGUAGE

SEED 0 leaves everything as it is. A tour says in words all that can be seen and asked at every few lines of a record.
"""

import ast
import binascii
import builtins
import importlib
import importlib.abc
import importlib.machinery
import sys

CHANGED = ("firmware", "shared_rules")


class _Dict(dict):
    """A dict that is gone through in another order than that in which it was filled."""

    def __iter__(self):
        return iter(_scatter(dict.keys(self)))

    def keys(self):
        return _scatter(dict.keys(self))

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]


class _Set(set):
    def __iter__(self):
        return iter(_scatter(set.__iter__(self)))


def _scatter(keys):
    return sorted(keys, key=lambda key: binascii.crc32(("%d %r" % (SEED, key)).encode()))


def _changed(value):
    if type(value) is dict:
        return _Dict(value)
    return _Set(value) if type(value) is set else value


class _Change(ast.NodeTransformer):
    """Wraps all that makes a dict or a set."""

    def _wrap(self, node):
        self.generic_visit(node)
        return ast.copy_location(ast.Call(ast.Name("_scattered", ast.Load()), [node], []), node)

    visit_Dict = visit_DictComp = visit_Set = visit_SetComp = _wrap

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id in ("dict", "set"):
            return self._wrap(node)
        return self.generic_visit(node)

    def _function(self, node):
        self.generic_visit(node)
        if node.args.kwarg is not None:
            name = node.args.kwarg.arg
            node.body.insert(0, ast.parse("%s = _scattered(%s)" % (name, name)).body[0])
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        path = self.get_filename(fullname)
        tree = _Change().visit(ast.parse(self.get_data(path), path))
        return compile(ast.fix_missing_locations(tree), path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] not in CHANGED:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def install(seed):
    """From now on modules of the app and the rules are loaded so changed."""
    global SEED
    assert not [name for name in sys.modules if name.split(".")[0] in CHANGED]
    SEED = seed
    builtins._scattered = _changed
    sys.meta_path.insert(0, _Finder())


SEED = 0


# ---- what is played ----------------------------------------------------------------------------------------------------------


def tour(path, language, every=7):
    """All that a game offers and shows, in words, at every few lines of a record."""
    from firmware import lights
    from firmware.words import Words
    from shared_rules.record import Reader
    from tests.firmware.playing import read

    reader = Reader()
    out = []
    for number, line in enumerate(read(path)):
        reader.feed(line + "\n")
        game = reader.game
        if game is not None and not number % every:
            words = Words(language, game.name)
            out.append(line)
            out += _shown(game, words, lights)
    return out + _shown(reader.finish(), words, lights)


def _shown(game, words, lights):
    prompt = game.prompt()
    out = [words.text(message) for message in prompt.do]
    if prompt.choice is not None:
        out += _choices(prompt.choice, game.describe, words)
    out += _scene(game, game.scene(), lights)
    for seat in range(len(game.seats)):
        out.append(repr(sorted(game.scene(seat).marks.items())))
    for title, texts in game.scene().rows:
        out += [words.text(title)] + [words.text(text) for text in texts]
    for label, points, reasons in game.sheet() or []:
        out.append(words.text(label) + repr(points) + " ".join([words.text(one) for one in reasons if one is not None]))
    if not game.played:
        return out
    package = "shared_rules." + game.name + "."
    position = importlib.import_module(package + "position").Position(game)
    for part in position.parts():
        things = position.things(part)
        out += [words.text(position.describe(part))] + [words.text(position.tell(thing)) for thing in things]
        for thing in things[:2]:
            choice = position.choice(thing)
            out += [] if choice is None else _choices(choice, position.describe, words)
        out += _scene(position, position.scene(), lights)
    if game.name != "birds_of_a_feather" or not game.over:
        part = importlib.import_module(package + "highlights")
        out += _choices(part.choice(game), lambda key: part.describe(game, key), words, depth=2)
    return out


def _choices(choice, describe, words, depth=1):
    out = [words.text(choice.ask), repr((choice.start, choice.groups, choice.hold))]
    for key in choice.keys:
        notes = choice.note(key) if choice.note is not None else None
        out.append(words.text(describe(key)) + " " + " ".join([words.text(note) for note in notes or ()]))
        if choice.kind == "one" and depth:
            found = choice.pick(key)
            out += _choices(found, describe, words, depth - 1) if hasattr(found, "keys") else [repr(found)]
    return out


def _scene(game, scene, lights):
    return [repr(sorted(scene.marks.items())), binascii.hexlify(lights.frame(scene, game, ms=700)).decode()]


if __name__ == "__main__":
    if int(sys.argv[1]):
        install(int(sys.argv[1]))
    from tests.firmware import mending, playing

    if sys.argv[2] == "stories":
        found = mending.stories(sys.argv[3])
    else:
        found = playing.whole_game(*sys.argv[3:])[0] if sys.argv[2] == "game" else tour(*sys.argv[3:])
    for text in found:
        print(text)
